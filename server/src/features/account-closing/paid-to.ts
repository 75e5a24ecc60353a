import type * as z from 'zod';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { type BankingCalendar, valueDate } from '../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Cents } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import {
  accountNumber,
  bankAccountNumber,
  bsbNumber,
  type DeskCallInTransaction,
  type DeskOutcome,
  nameOf,
} from '../desk/public.ts';
import type { Posting, Receipt, PaymentTransaction, Writing } from '../payments/public.ts';
import { keepPaymentOut } from '../settlement/public.ts';
import { type Destination, findDestination, refuseDestination } from '../transfers/public.ts';
import { type EndingAccount, findEndingAccount } from './ending.store.ts';

/** A bank account, as `bsb`, `to` and `name`, or another account of the same holder, as `toAccount`. */
export const paidTo = {
  bsb: bsbNumber.optional(),
  to: bankAccountNumber.optional(),
  name: nameOf(1, 32).optional(),
  toAccount: accountNumber.optional(),
};
export type PaidTo = z.output<z.ZodObject<typeof paidTo>>;

/** Field that is missing or superfluous; undefined if exactly one destination is given. */
export function faultOf({ bsb, to, name, toAccount }: PaidTo): keyof PaidTo | undefined {
  if (toAccount !== undefined)
    return bsb !== undefined || to !== undefined || name !== undefined ? 'toAccount' : undefined;
  if (bsb === undefined) return 'bsb';
  if (to === undefined) return 'to';
  return name === undefined ? 'name' : undefined;
}

export type Way = {
  readonly given: PaidTo;
  readonly from: EndingAccount;
  readonly destination: Destination | undefined;
  readonly target: EndingAccount | undefined;
  readonly calendar: BankingCalendar;
  readonly cutOff: string;
  /** Settlement account for payments to other banks. */
  readonly settlement: bigint;
};
type Refused = 'not_found' | 'required_field' | 'bsb_closed' | 'bsb_lookup_away' | 'payee_blocked';
/** Reason why a payout is refused. */
export type PayOutRefused = Refused | 'card_problem' | 'insufficient_funds';

const ledger = openLedger();

/** Reads the destination of a payout. */
export async function readWay(within: PaymentTransaction, from: EndingAccount, given: PaidTo): Promise<Way> {
  const { ctx, tx, tenantId } = within;
  const { bsb, name, toAccount } = given;
  return {
    given,
    from,
    destination:
      bsb === undefined || name === undefined ? undefined : await findDestination(within, from.brand_id, { bsb, name }),
    target: toAccount === undefined ? undefined : await findEndingAccount(within, toAccount),
    calendar: await readBankingCalendar(tx),
    cutOff: ctx.config.cutOffs.external,
    settlement: await ledger.settlementAccount(tx, tenantId, 'directEntry'),
  };
}

type Leaves = {
  readonly to: Posting<'not_found'>['to'];
  /** Name of the payee in the payer's list. */
  readonly name: string;
  writes(writing: Writing, receipt: Receipt): void;
};

/** Whether the account is another open account of the same holder. */
function isOwn(from: EndingAccount, target: EndingAccount): boolean {
  return target.holder_id !== null && target.holder_id === from.holder_id && !target.is_closed && target.id !== from.id;
}

/** Reason why the destination of a payout is refused. */
export async function refuseWay(
  { ctx, tx, staff }: Pick<DeskCallInTransaction<unknown>, 'ctx' | 'tx' | 'staff'>,
  from: EndingAccount,
  given: PaidTo,
): Promise<DeskOutcome | undefined> {
  const [now, today] = [ctx.clocks.business.now(), dayAt(ctx.clocks.business.now())];
  const way = await readWay({ ctx, tx, tenantId: staff.tenantId }, from, given);
  const leaves = leaveBy(way, { amount: 0n, now, today, words: '' });
  return leaves.ok ? undefined : { ...leaves, object: `account:${from.id}` };
}

/** Debited side of a payout: the account that ends. */
export function debitedSide({ ledger_account_id: ledgerAccountId, id: memberAccountId }: EndingAccount, name: string) {
  const words = { description: name, counterparty: name };
  return {
    ledgerAccountId,
    memberAccountId,
    field: 'account',
    ifClosed: 'not_found',
    kind: 'transferOut',
    ...words,
  } as const;
}

/** Credited side of a payout, and its additional rows. */
export function leaveBy(
  { given, from, destination, target, calendar, cutOff, settlement }: Way,
  {
    amount,
    now,
    today,
    words,
  }: { readonly amount: Cents; readonly now: number; readonly today: string; readonly words: string },
): Result<Leaves, Refused> {
  const { bsb, to, name, toAccount } = given;
  if (toAccount !== undefined) {
    if (!target || !isOwn(from, target)) return err('not_found', 'toAccount');
    const description = productTexts(target.language, 'debts')['description.formerMoney'] ?? '';
    const side = { ledgerAccountId: target.ledger_account_id, memberAccountId: target.id, field: 'toAccount' };
    const theirs = { ...side, ifClosed: 'not_found', kind: 'transferIn', description } as const;
    return ok({ to: theirs, name: description, writes: () => undefined });
  }
  if (!destination || bsb === undefined || to === undefined || name === undefined) return err('not_found', 'bsb');
  const refused = refuseDestination(destination, { bsb: 'bsb', name: 'name' });
  if (refused) return refused;
  return ok({
    to: { ledgerAccountId: settlement },
    name,
    writes: (writing, { transferId }) =>
      keepPaymentOut(writing, {
        transferId,
        memberAccountId: from.id,
        method: 'external',
        bsb,
        accountNumber: to,
        name,
        amount,
        reference: words,
        remitter: from.holder_name,
        purpose: null,
        paidOn: today,
        valueDate: valueDate(calendar, cutOff, now),
      }),
  });
}
