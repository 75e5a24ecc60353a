import type { AppContext } from '../../../compose/context.ts';
import type { AgreementBank } from '../../../outside/npp/agreements/port.ts';
import { keyOfCall } from '../../../outside/recorded-call.ts';
import { isOpen } from './agreement.states.domain.ts';
import { type AgreementRow, findAgreement, saveLookAt } from './agreement.store.ts';
import { applyState, lockForState } from './apply-state.ts';
import { agreementCall } from './ask-agreement.ts';

/** Until a bank that has not answered is asked another time. */
const AWAY_MS = 60_000;
const AGO_MS = 24 * 3_600_000;

/**
 * Asks the bank about an agreement, tells it what our side wants, and applies what it says. An answer counts only if
 * the agreement was not looked at meanwhile: answers of two servers may come in another order than they were given.
 */
export async function followAgreement(ctx: AppContext, tenantId: number, id: bigint): Promise<void> {
  const bank = ctx.outside.agreements(tenantId);
  const row = await ctx.database.read(tenantId, (tx) => findAgreement(tx, tenantId, id));
  if (!row || row.look_at === null || row.bank_id === null || !isOpen(row.state)) return;
  const key = keyOfCall(agreementCall.queue, { tenantId, id: row.reference });
  await tellWish(bank, row);
  const outcome = (await bank?.agreementOf(key, AGO_MS)) ?? { kind: 'unsent' as const, code: 'no_bank' };
  await ctx.database.transact(tenantId, async (tx) => {
    const now = await lockForState(tx, tenantId, id);
    if (!now || now.look_at !== row.look_at || now.wanted !== row.wanted || now.is_current !== row.is_current) return;
    if (outcome.kind === 'done') applyState(tx, ctx, tenantId, now, outcome.value);
    // What it has registered it cannot have forgotten: only its search can be away.
    else saveLookAt(tx, tenantId, id, ctx.clocks.business.now() + AWAY_MS);
  });
}

/** Its answer does not count: the bank is asked for the state afterwards in any case. */
async function tellWish(bank: AgreementBank | undefined, row: AgreementRow): Promise<void> {
  if (!bank || row.bank_id === null) return;
  if (!row.is_current) await bank.change(row.bank_id, 'cancelled');
  else if (row.wanted !== null) await bank.change(row.bank_id, row.wanted);
}
