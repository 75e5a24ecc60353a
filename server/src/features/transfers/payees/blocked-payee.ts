import type { AppConfig } from '../../../config.ts';

/** The sandbox's stand-in for a list of payees that nobody may pay. Production has no such list yet. */
export function isBlockedPayee(config: AppConfig, name: string): boolean {
  return config.mode !== 'production' && name.includes('Blocked');
}
