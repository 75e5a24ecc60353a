import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { type FoundBranch, hasBranches } from './bsb.store.ts';
import type { Tx } from '../../../platform/database.ts';

/** Response to a branch lookup: its name, empty for an unknown BSB. */
export async function judgeBranch(
  tx: Tx,
  branch: FoundBranch | undefined,
  ownOnly: boolean,
): Promise<Result<{ _entity: string }, 'bsb_closed' | 'bsb_lookup_away'>> {
  if (!branch) return (await hasBranches(tx)) ? ok({ _entity: '' }) : err('bsb_lookup_away', 'BsbNumber');
  if (branch.status === 'away') return err('bsb_lookup_away', 'BsbNumber');
  if (branch.status === 'closed') return err('bsb_closed', 'BsbNumber');
  return ok({ _entity: ownOnly && !branch.is_own ? '' : branch.name });
}
