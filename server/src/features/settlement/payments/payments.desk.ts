import { maskPayId } from '@wattle/contract/rules/pay-id.ts';
import * as z from 'zod';
import { toInstant, type Tx } from '../../../platform/database/database.ts';
import { dollarsOf } from '../../../platform/money.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { maskText } from '../../../platform/secrets/typed-card-numbers.ts';
import {
  accountNumber,
  type DeskCallInTransaction,
  deskCommand,
  pageInput,
  pageOf,
  referenceNumber,
  refused,
  typedDollars,
} from '../../desk/public.ts';
import { transferIdOf } from '../../payments/public.ts';
import { findMistaken } from '../mistaken/mistaken-payment.store.ts';
import {
  type ListedPayment,
  listLinesOf,
  listPayments,
  listWithin,
  readWay,
  SOUGHT_STATES,
  type Sought,
} from './payments.store.ts';

const DAY_MS = 86_400_000;

/** A file that the bank has not answered a day after it was sent leaves its payments in doubt. */
export const doubtedBefore = (nowMs: number): number => nowMs - DAY_MS;

const SHOWN = {
  payment: z.string(),
  receipt: z.string(),
  state: z.string(),
  /** Return code of direct entry; `declined` or `reversed` of BPAY. */
  why: z.string(),
  amount: z.string(),
  account: z.string(),
  person: z.string(),
  payer: z.string(),
  by: z.string(),
  to: z.string(),
  bank: z.string(),
  number: z.string(),
  counts: z.string(),
  since: z.string(),
  file: z.string(),
  line: z.number().nullable(),
};

/** The last three digits, by which staff confirm a number that a caller reads out. */
const ending = (number: string) => (number.length > 3 ? `•••${number.slice(-3)}` : '•••');

/** Payee of a payment. One who was found by a PayID is not named: the name is for the payer alone. */
function payeeOf(secrets: Secrets, one: ListedPayment): { readonly to: string; readonly number: string } {
  const number = maskText(secrets, one.account_number);
  if (one.method === 'payId') return { to: maskPayId(number), number: '' };
  return { to: maskText(secrets, one.name), number: one.method === 'internal' ? one.account_number : ending(number) };
}

function rowOf(secrets: Secrets, one: ListedPayment) {
  return {
    payment: String(one.transfer_id),
    receipt: one.receipt ?? '',
    state: one.is_in_doubt && one.state !== 'Returned' ? 'InDoubt' : one.state,
    why: one.reason ?? '',
    amount: dollarsOf(one.cents),
    account: one.payer_account ?? '',
    person: one.holder_id === null ? '' : `holder:${one.holder_id}`,
    payer: one.payer ?? '',
    by: one.method,
    ...payeeOf(secrets, one),
    bank: one.bsb,
    counts: one.value_date,
    since: toInstant(one.since),
    file: one.file_name ?? '',
    line: one.line,
  };
}

const input = z.object({
  receipt: referenceNumber.optional(),
  account: accountNumber.optional(),
  amount: typedDollars.optional(),
  state: z.enum(SOUGHT_STATES).optional(),
  ...pageInput,
});

/**
 * Payments of all methods in one list. Payments within the programme are included when the input names a receipt, an
 * account or an amount.
 */
async function findPayments(
  tx: Tx,
  tenantId: number,
  sought: Sought,
  limits: { readonly most: number; readonly doubtedBeforeMs: number },
): Promise<ListedPayment[]> {
  const out = await listPayments(tx, tenantId, sought, limits);
  const isOther = sought.state !== undefined && sought.state !== 'settled';
  const within = isOther ? [] : await listWithin(tx, tenantId, sought, limits.most);
  if (within.length === 0) return out;
  return [...out, ...within]
    .toSorted((one, other) => Number(other.transfer_id - one.transfer_id))
    .slice(0, limits.most);
}

/** Payments by a receipt or an amount, as the desk shows them: the newest first. */
export async function shownPaymentsOf(
  { ctx, tx, staff }: Pick<DeskCallInTransaction<unknown>, 'ctx' | 'tx' | 'staff'>,
  { receipt, ...sought }: Omit<Sought, 'transferId'> & { readonly receipt?: string | undefined },
  most: number,
) {
  const transferId = receipt === undefined ? undefined : transferIdOf(receipt);
  if (receipt !== undefined && transferId === undefined) return [];
  const doubtedBeforeMs = doubtedBefore(ctx.clocks.business.now());
  const found = await findPayments(tx, staff.tenantId, { ...sought, transferId }, { most, doubtedBeforeMs });
  // The digits of a receipt that identify its payment do not contain its day.
  const meant = found.filter((one) => receipt === undefined || one.receipt === receipt);
  return meant.map((one) => rowOf(ctx.secrets, one));
}

/** Finds payments out of accounts by the details that a caller gives. */
export const paymentsCommand = deskCommand({
  name: 'payments',
  title: 'Payments',
  summary:
    'Payments to other banks and billers, the newest first: by receipt, paying account, amount or state. Where one of the first three is named, transfers within the programme too',
  permission: 'look',
  positional: 'receipt',
  input,
  answer: z.object(SHOWN),
  async run(call) {
    const { page, ...sought } = call.input;
    const { shown, hasMore } = await pageOf(call.ctx, { page }, (most) => shownPaymentsOf(call, sought, most));
    return { ok: true, rows: shown, hasMore };
  },
});

/** Shows the steps of one payment: its line in the file for the bank, and the bank's answers. */
export const paymentCommand = deskCommand({
  name: 'payment',
  title: 'Follow a payment',
  summary: 'The way of a payment by its receipt: the file and line in which it went to the bank, and what came back',
  permission: 'look',
  positional: 'receipt',
  input: z.object({ receipt: referenceNumber }),
  answer: z.object({
    step: z.string(),
    at: z.string(),
    file: z.string(),
    line: z.number().nullable(),
    words: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input: { receipt } }) {
    const transferId = transferIdOf(receipt);
    const doubted = { most: 1, doubtedBeforeMs: doubtedBefore(ctx.clocks.business.now()) };
    const [found] = transferId === undefined ? [] : await findPayments(tx, tenantId, { transferId }, doubted);
    if (found?.receipt !== receipt) return refused('not_found', { field: 'receipt' });
    const { by, to, bank, number, counts } = rowOf(ctx.secrets, found);
    const account = [bank, number].filter((part) => part !== '').join(' ');
    const words = [`${by} to ${to}`, account].filter((part) => part !== '').join(', ');
    const way = await readWay(tx, tenantId, found.transfer_id);
    if (!way) {
      const at = toInstant(found.made_at);
      const step = { at, file: '', line: null };
      const rows = [
        { ...step, step: 'made', words },
        { ...step, step: 'arrived', words: number },
      ];
      return { ok: true, rows, object: `payment:${found.transfer_id}` };
    }
    const file = { file: way.file_name ?? '', line: way.line };
    const steps = [
      { step: 'made', at: found.made_at, file: '', line: null, words },
      { step: 'counts', at: '', file: '', line: null, words: counts },
      { step: 'inFile', at: way.file_made_at, ...file, words: '' },
      { step: 'sent', at: way.file_sent_at, ...file, words: '' },
      {
        step: way.file_state === 'Rejected' ? 'rejected' : 'accepted',
        at: way.file_answered_at,
        ...file,
        words: '',
      },
      { step: 'returned', at: way.returned_at, file: '', line: null, words: found.reason ?? '' },
    ];
    const lines = await listLinesOf(tx, tenantId, found.transfer_id);
    const answers = lines.map((one) => ({
      step: one.kind,
      at: one.at,
      file: one.file,
      line: one.line,
      words: one.code,
    }));
    const mistaken = await findMistaken(tx, tenantId, found.transfer_id);
    const asked = mistaken && {
      step: 'askedBack',
      at: mistaken.asked_at,
      file: '',
      line: null,
      words: `${mistaken.reference} ${mistaken.state}`,
    };
    const rows = [...steps, ...answers, ...(asked ? [asked] : [])]
      .filter((one) => one.at !== null)
      .map((one) => ({ ...one, at: one.at ? toInstant(one.at) : '' }));
    return { ok: true, rows, object: `payment:${found.transfer_id}` };
  },
});
