import type { DebtCause } from '@wattle/contract/cards/home.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { type AccountKind, TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { productTexts } from '../../platform/texts.ts';
import { paymentKind, type Posting, type Within } from '../payments/public.ts';
import { tellForcedLater } from './tell-forced-debit.ts';
import { type DebtorAccount, findDebtor, type NewDebt, noteDebt, noteFormerHolderDebt } from './debt.store.ts';

/** Money that is taken back from an account, whatever is on it: a charge that was disputed, a debit that came back. */
export type ForcedDebit = {
  readonly memberAccountId: bigint;
  /** Above zero. */
  readonly amount: Cents;
  readonly cause: DebtCause;
  /** Reference of the debit, from the feature that makes it. */
  readonly reference: string;
  /** The account of the programme that gets it. The bank's unless given. */
  readonly to?: Exclude<AccountKind, 'cardholder'>;
};

/** Facts for the posting of a forced debit. */
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

/** The paying side of a forced debit: the account, or what former holders owe where it is closed. */
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

/** In the transaction of the forced debit, after its posting: keeps what it has left unpaid, and tells its holder. */
export function noteOwed({ ctx, tx, tenantId }: Within, { account }: DebitedAccount, debt: NewDebt): void {
  if (account.is_closed) return noteFormerHolderDebt(tx, tenantId, debt);
  noteDebt(tx, tenantId, debt);
  tellForcedLater(tx, ctx, tenantId, debt);
}

/**
 * A debit that nobody can refuse. It may cross the floor, and what the balance does not cover is a debt. `not_found`
 * where the account was closed between reading and posting: submitted again under another key it is found closed.
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
