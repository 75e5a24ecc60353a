import { clearHitCommand, confirmHitCommand, sanctionsHitsCommand, sanctionsListCommand } from './hits.desk.ts';
import { loadSanctions } from './load-list.desk.ts';

export const sanctionsCommands = [
  sanctionsListCommand,
  sanctionsHitsCommand,
  loadSanctions,
  clearHitCommand,
  confirmHitCommand,
] as const;
