import type * as z from 'zod';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
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
import type { AtBank, PaymentTransaction, Posting, Receipt, Writing } from '../payments/public.ts';
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
};
type Refused = 'not_found' | 'required_field' | 'bsb_closed' | 'bsb_lookup_away' | 'payee_blocked';
/** Reason why a payout is refused. */
export type PayOutRefused = Refused | 'card_problem' | 'insufficient_funds';

/** Reads the destination of a payout. */
export async function readWay(within: PaymentTransaction, from: EndingAccount, given: PaidTo): Promise<Way> {
  const { bsb, name, toAccount } = given;
  return {
    given,
    from,
    destination:
      bsb === undefined || name === undefined ? undefined : await findDestination(within, from.brand_id, { bsb, name }),
    target: toAccount === undefined ? undefined : await findEndingAccount(within, toAccount),
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

type Found = { readonly own: EndingAccount } | { readonly bsb: string; readonly to: string; readonly name: string };

function judgeWay({ given, from, destination, target }: Way): Result<Found, Refused> {
  const { bsb, to, name, toAccount } = given;
  if (toAccount !== undefined) {
    return target && isOwn(from, target) ? ok({ own: target }) : err('not_found', 'toAccount');
  }
  if (!destination || bsb === undefined || to === undefined || name === undefined) return err('not_found', 'bsb');
  return refuseDestination(destination, { bsb: 'bsb', name: 'name' }) ?? ok({ bsb, to, name });
}

/** Reason why the destination of a payout is refused. */
export async function refuseWay(
  { ctx, tx, staff }: Pick<DeskCallInTransaction<unknown>, 'ctx' | 'tx' | 'staff'>,
  from: EndingAccount,
  given: PaidTo,
): Promise<DeskOutcome | undefined> {
  const judged = judgeWay(await readWay({ ctx, tx, tenantId: staff.tenantId }, from, given));
  return judged.ok ? undefined : { ...judged, object: `account:${from.id}` };
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
  way: Way,
  {
    amount,
    today,
    atBank,
    words,
  }: { readonly amount: Cents; readonly today: string; readonly atBank: AtBank; readonly words: string },
): Result<Leaves, Refused> {
  const { from } = way;
  const judged = judgeWay(way);
  if (!judged.ok) return judged;
  const found = judged.value;
  if ('own' in found) {
    const { own } = found;
    const description = productTexts(own.language, 'debts')['description.formerMoney'] ?? '';
    const side = { ledgerAccountId: own.ledger_account_id, memberAccountId: own.id, field: 'toAccount' };
    const theirs = { ...side, ifClosed: 'not_found', kind: 'transferIn', description } as const;
    return ok({ to: theirs, name: description, writes: () => undefined });
  }
  const { bsb, to, name } = found;
  return ok({
    to: atBank.settlement,
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
        paidOn: today,
        valueDate: atBank.valueDate,
      }),
  });
}
