import { kindOfPayId } from '@wattle/contract/rules/pay-id.ts';
import type { CallingContext, CalledPayee } from '../../payments/public.ts';
import type { OutsideOutcome } from '../../../outside/outcome.ts';
import { findLookUpOfPayment, saveMoved } from './look-up.store.ts';
import { isSamePayee } from './same-payee.domain.ts';

/** A look-up is as good as new for this time. */
const FRESH_MS = 5 * 60_000;

/**
 * Payee of a payment that is about to leave. The PayID is looked up another time unless that was just done: a payment
 * that was planned or held goes only to the payee that its payer has agreed to.
 */
export async function resolveAgain(
  ctx: CallingContext,
  tenantId: number,
  transferId: bigint,
): Promise<OutsideOutcome<CalledPayee>> {
  const { database, secrets, clocks, outside } = ctx;
  const lookUp = await database.read(tenantId, (tx) => findLookUpOfPayment(tx, secrets, tenantId, transferId));
  if (!lookUp?.found) throw new Error('a payment to a PayID has no look-up');
  const { id, payId: value, found } = lookUp;
  const payId = { kind: kindOfPayId(value), value };
  const payee = { ...(found.account ?? { bsb: '', accountNumber: '' }), payId };
  const now = clocks.business.now();
  if (now - lookUp.at <= FRESH_MS) return { kind: 'done', value: payee };
  const person = secrets.identifierHash('payId payment', `${tenantId}:${transferId}`).toString('base64url');
  const answer = await outside.instant(tenantId)?.resolve?.({ kind: payId.kind, value }, { person, address: person });
  if (answer?.kind === 'refused' && !answer.isLimit) return { kind: 'refused', code: PAY_ID_REFUSALS.unknown };
  if (answer?.kind !== 'done') return { kind: 'unsent', code: PAY_ID_REFUSALS.away };
  if (isSamePayee(found, answer.value)) return { kind: 'done', value: payee };
  await database.transact(tenantId, (tx) => saveMoved(tx, tenantId, id, now));
  return { kind: 'refused', code: PAY_ID_REFUSALS.moved };
}

/** Codes of ours for a payment that was not sent. */
const PAY_ID_REFUSALS = { unknown: 'pay_id_unknown', away: 'pay_id_away', moved: 'pay_id_moved' } as const;
