import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { addBankingDays } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { drawNumber, receiptNumber } from '../../payments/public.ts';
import { comeBack } from '../answers/come-back.kind.ts';
import { findPaidOut } from '../answers/payment.store.ts';
import { STOPPED } from '../answers/stopping.ts';
import { findMistaken, insertMistaken, type MistakenRow } from './mistaken-payment.store.ts';
import { mistakenRule } from './mistaken-rule.domain.ts';

const BUSINESS_DAYS = 10;

type Asking = {
  readonly tenantId: number;
  readonly transferId: bigint;
  /** Name of the caller in audit lines: `web:12`. */
  readonly actor: string;
  readonly requestId: string;
};

/**
 * Stops a payment that the bank cannot have yet and credits it to its payer. A payment that may have left stays as it
 * is, and `askBack` then opens a recall.
 */
export async function stopPayment(ctx: AppContext, { tenantId, transferId, ...by }: Asking): Promise<void> {
  // While a restored instance is held, it is not known yet which payments the bank has.
  if (ctx.instanceHold.isHeld()) return;
  const input = { from: null, transferId: String(transferId), code: null, by: 'payer' as const };
  await ctx.payments.submit({ ...by, tenantId, kind: comeBack, key: `stop:${transferId}`, input, isRetryable: true });
}

/**
 * Opens the recall of a payment that has left, once. A payment that was stopped before is recorded as recovered.
 * `returned`: a file of the bank has returned it already. Undefined: the payment does not exist.
 */
export async function askBack(
  tx: Tx,
  ctx: Pick<AppContext, 'clocks' | 'secrets'>,
  { tenantId, transferId, actor, requestId }: Asking,
): Promise<MistakenRow | 'returned' | undefined> {
  const paid = await findPaidOut(tx, ctx.secrets, tenantId, transferId);
  if (!paid) return undefined;
  const before = await findMistaken(tx, tenantId, transferId);
  if (before) return before;
  const isStopped = paid.reason === STOPPED;
  if (paid.state === 'Returned' && !isStopped) return 'returned';
  const atMs = ctx.clocks.business.now();
  const today = dayAt(atMs);
  const tenDaysEnd = addBankingDays(await readBankingCalendar(tx), paid.paid_on, BUSINESS_DAYS);
  const rule = mistakenRule({ paidOn: paid.paid_on, tenDaysEnd }, today);
  const reference = receiptNumber(today, await drawNumber(tx));
  const given = {
    transferId,
    memberAccountId: paid.member_account_id,
    reference,
    rule,
    atMs,
    state: isStopped ? ('Recovered' as const) : ('Asked' as const),
  };
  if (await insertMistaken(tx, tenantId, given)) {
    audit(tx, ctx.clocks, {
      tenantId,
      actor,
      action: 'mistaken_payment.asked',
      object: `mistaken_payment:${reference}`,
      outcome: 'ok',
      requestId,
      details: { transfer: String(transferId), rule },
    });
  }
  const row = await findMistaken(tx, tenantId, transferId);
  if (!row) throw new Error('a payment that was asked back has no row');
  return row;
}
