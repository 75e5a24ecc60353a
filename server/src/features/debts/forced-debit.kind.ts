import type { DebtCause } from '@wattle/contract/cards/home.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { type AccountKind, TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { paymentKind, type Posting, type PaymentTransaction } from '../payments/public.ts';
import { notifyForcedLater } from './notify-forced-debit.ts';
import { type DebtorAccount, findDebtor, type NewDebt, noteDebt, noteFormerHolderDebt } from './debt.store.ts';

/** Debit that takes money from an account whatever its balance, such as a disputed charge or a returned debit. */
export type ForcedDebit = {
  readonly memberAccountId: bigint;
  /** Above zero. */
  readonly amount: Cents;
  readonly cause: DebtCause;
  /** Reference of the debit, given by its feature. */
  readonly reference: string;
  /** Account of the programme that receives it. Default: the bank account. */
  readonly to?: Exclude<AccountKind, 'cardholder'>;
};

/** Data for the posting of a forced debit. */
export type DebitedAccount = { readonly account: DebtorAccount; readonly formerHolderDebts: bigint };
type Facts = { readonly debited: DebitedAccount | undefined; readonly to: bigint };
type Answer = { readonly receiptNumber: string; readonly isFormerHolder: boolean };

const ledger = openLedger();

type Reads = { readonly tx: Parameters<typeof findDebtor>[0]; readonly tenantId: number };

export async function readDebited(
  { tx, tenantId }: Reads,
  memberAccountId: bigint,
): Promise<DebitedAccount | undefined> {
  const account = await findDebtor(tx, tenantId, memberAccountId);
  const formerHolderDebts = await ledger.settlementAccount(tx, tenantId, 'formerHolderDebts');
  return account && { account, formerHolderDebts };
}

/** Debited side: the account, or the debts of former holders if it is closed. */
export function debitedSide(
  memberAccountId: bigint,
  cause: DebtCause,
  { account, formerHolderDebts }: DebitedAccount,
): Posting<'not_found'>['from'] {
  if (account.is_closed) return { ledgerAccountId: formerHolderDebts };
  return {
    ledgerAccountId: account.ledger_account_id,
    memberAccountId,
    ifClosed: 'not_found',
    kind: 'adjustment',
    description: productTexts(account.language, 'debts')[`description.${cause}`] ?? '',
  };
}

type Writes = Pick<PaymentTransaction, 'tx' | 'tenantId'>;

/** Records the unpaid part, in the transaction of a forced debit of which its feature tells the holder. */
export function noteUnpaid({ tx, tenantId }: Writes, { account }: DebitedAccount, debt: NewDebt): void {
  if (account.is_closed) noteFormerHolderDebt(tx, tenantId, debt);
  else noteDebt(tx, tenantId, debt);
}

/** Records the unpaid part and notifies the holder, in the transaction of the forced debit after its posting. */
export function noteOwed(within: PaymentTransaction, debited: DebitedAccount, debt: NewDebt): void {
  noteUnpaid(within, debited, debt);
  if (!debited.account.is_closed) notifyForcedLater(within.tx, within.ctx, within.tenantId, debt);
}

/**
 * Debit that cannot be refused. It may exceed the balance, and the unpaid part becomes a debt. `not_found` when the
 * account was closed between reading and posting: submitted again with another key, it is found closed.
 */
export const forcedDebit = paymentKind<ForcedDebit, Facts, Answer, 'not_found'>({
  name: 'debt.forcedDebit',
  isMoneyOut: false,

  async read({ input }, within) {
    const debited = await readDebited(within, input.memberAccountId);
    const to = await ledger.settlementAccount(within.tx, within.tenantId, input.to ?? 'bank');
    return { debited, to };
  },

  decide({ input: { memberAccountId, amount, cause, reference }, facts: { debited, to }, now }) {
    if (!debited) return err('not_found');
    return ok({
      from: debitedSide(memberAccountId, cause, debited),
      to: { ledgerAccountId: to },
      amount,
      code: TRANSFER_CODE.adjustment,
      forced: true,
      writes: (within, { transferId }) =>
        noteOwed(within, debited, { memberAccountId, transferId, amount, cause, reference, atMs: now }),
      answer: ({ number }) => ({ receiptNumber: number, isFormerHolder: debited.account.is_closed }),
    });
  },
});
