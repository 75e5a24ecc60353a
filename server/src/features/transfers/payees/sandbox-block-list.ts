import { rulesOf } from '../../../config/mode.ts';
import type { AppConfig } from '../../../config/config.ts';

/** Stand-in of the sandbox for a list of blocked payees. Production has no list yet. */
export function isOnSandboxBlockList(config: AppConfig, name: string): boolean {
  return rulesOf(config.mode).hasSandboxSystems && name.includes('Blocked');
}
