import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { drawNumber, receiptNumber } from '../payments/public.ts';
import { findOwnAccount } from '../transactions/public.ts';
import { acknowledgeBy, answerBy } from './complaint-clock.domain.ts';
import {
  addComplaint,
  type ComplaintRow,
  findComplaint,
  type NewComplaint,
  type PostedPlace,
} from './complaint.store.ts';
import { notifyReceived } from './notify-complaint.ts';

/** The times of a complaint that is made now. */
export async function timesFrom(tx: Tx, nowMs: number) {
  const calendar = await readBankingCalendar(tx);
  return { acknowledgeBy: acknowledgeBy(calendar, nowMs), answerBy: answerBy(calendar, nowMs) };
}

type Caller = Parameters<typeof findOwnAccount>[1];
type About = { readonly accountNumber?: string | undefined; readonly Sequence?: number | undefined };

/** Place of the row that a complaint is about, of an account that the person sees; null: none was chosen. */
export async function placeOf(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  caller: Caller,
  { accountNumber, Sequence }: About,
): Promise<Result<PostedPlace | null, 'required_field' | 'invalid_card_details' | 'not_found'>> {
  if (accountNumber === undefined && Sequence === undefined) return ok(null);
  if (accountNumber === undefined) return err('required_field', 'accountNumber');
  if (Sequence === undefined) return err('required_field', 'Sequence');
  const account = await findOwnAccount(tx, caller, accountNumber, clocks);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const seq = BigInt(Sequence);
  return seq > account.version ? err('not_found', 'Sequence') : ok({ ledgerAccountId: account.ledger_account_id, seq });
}

type Given = Omit<NewComplaint, 'id' | 'reference' | 'openedAt' | 'acknowledgeBy' | 'answerBy'>;

/** Registers a complaint with its times and a reference, and acknowledges to its person that it has arrived. */
export async function registerComplaint(
  tx: Tx,
  ctx: AppContext,
  given: Given,
  { actor, requestId }: { readonly actor: string; readonly requestId: string },
): Promise<ComplaintRow> {
  const { tenantId } = given;
  const openedAt = ctx.clocks.business.now();
  const times = await timesFrom(tx, openedAt);
  const reference = receiptNumber(dayAt(openedAt), await drawNumber(tx));
  await addComplaint(tx, { ...given, ...times, id: randomUUID(), reference, openedAt });
  const row = await findComplaint(tx, tenantId, reference);
  if (!row) throw new Error('a complaint that was made is not there');
  audit(tx, ctx.clocks, {
    tenantId,
    actor,
    action: 'complaint.open',
    object: `complaint:${reference}`,
    outcome: 'ok',
    requestId,
    details: { subject: given.subject },
  });
  await notifyReceived(tx, ctx, row);
  return row;
}
