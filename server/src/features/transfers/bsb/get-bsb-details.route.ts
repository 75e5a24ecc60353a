import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { getBsbDetails, getInternalBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { handleOutside, handleRead } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { answeredReach } from '../reach/answered-reach.ts';
import { findReach, saveReach } from '../reach/reach.store.ts';
import { findBranch, type FoundBranch, hasBranches } from './bsb.store.ts';

/** `transfer/getBsbDetails`. The bank is asked which rails reach a BSB that may be paid next. */
export const getBsbDetailsRoute = handleOutside(getBsbDetails, {
  async admit({ body: { BsbNumber: bsb }, session: { tenantId, brandId }, tx, ctx }) {
    const branch = await findBranch(tx, tenantId, brandId, bsb);
    const details = await branchAnswer(tx, branch, false);
    if (!details.ok) return details;
    const known = branch && (await findReach(tx, tenantId, bsb, ctx.clocks.security.now()));
    return ok({ details: details.value, known, isKnown: !branch || known !== undefined });
  },
  async outside({ body, intent: { isKnown }, session, ctx }) {
    const bank = isKnown ? undefined : ctx.outside.instant(session.tenantId);
    return bank && answeredReach(await bank.reachOf(body.BsbNumber));
  },
  async settle({ body, intent: { details, known }, known: reach, session, tx, ctx }) {
    const atMs = ctx.clocks.security.now();
    if (reach) await saveReach(tx, session.tenantId, body.BsbNumber, { ...reach, atMs });
    const takesPayTo = (reach ?? known)?.takesPayTo;
    return ok({ ...details, ...(takesPayTo !== undefined && { TakesPayTo: takesPayTo }) });
  },
});

export const getInternalBsbDetailsRoute = handleRead(getInternalBsbDetails, async ({ body, session, tx }) =>
  branchAnswer(tx, await findBranch(tx, session.tenantId, session.brandId, body.BsbNumber), true),
);

/** Response to a branch lookup: its name, empty for an unknown BSB. */
async function branchAnswer(
  tx: Tx,
  branch: FoundBranch | undefined,
  ownOnly: boolean,
): Promise<Result<{ _entity: string }, 'bsb_closed' | 'bsb_lookup_away'>> {
  if (!branch) return (await hasBranches(tx)) ? ok({ _entity: '' }) : err('bsb_lookup_away', 'BsbNumber');
  if (branch.status === 'away') return err('bsb_lookup_away', 'BsbNumber');
  if (branch.status === 'closed') return err('bsb_closed', 'BsbNumber');
  return ok({ _entity: ownOnly && !branch.is_own ? '' : branch.name });
}
