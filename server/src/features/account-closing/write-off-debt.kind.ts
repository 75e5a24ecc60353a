import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { toDollars } from '../../platform/money.ts';
import { type FormerSums, readFormerSums, saveFormerSettled } from '../debts/public.ts';
import { paymentKind } from '../payments/public.ts';
import { findEndingAccount } from './ending.store.ts';
import { unchanged } from './pay-former-holder.kind.ts';

type Facts = {
  readonly accountId: bigint | undefined;
  readonly sums: FormerSums | undefined;
  readonly losses: bigint;
  readonly formerHolderDebts: bigint;
};

const ledger = openLedger();

/** Writes off debts of a closed account at the expense of the programme. */
export const writeOffDebt = paymentKind<
  { readonly accountNumber: string },
  Facts,
  { readonly amount: string },
  'not_found' | 'card_problem'
>({
  name: 'desk.writeOffDebt',
  isMoneyOut: false,

  async read({ input }, within) {
    const { tx, tenantId } = within;
    const account = await findEndingAccount(within, input.accountNumber);
    return {
      accountId: account?.id,
      sums: account && (await readFormerSums(tx, tenantId, account.id)),
      losses: await ledger.settlementAccount(tx, tenantId, 'losses'),
      formerHolderDebts: await ledger.settlementAccount(tx, tenantId, 'formerHolderDebts'),
    };
  },

  decide({ facts: { accountId, sums, losses, formerHolderDebts }, now }) {
    if (accountId === undefined || !sums || sums.debts === 0n) return err('not_found', 'account');
    return ok({
      from: { ledgerAccountId: losses },
      to: { ledgerAccountId: formerHolderDebts },
      amount: sums.debts,
      code: TRANSFER_CODE.adjustment,
      effects: [unchanged(accountId, sums)],
      writes: ({ tx, tenantId }, { transferId }) =>
        saveFormerSettled(tx, tenantId, sums.debtIds, { transferId, atMs: now }),
      answer: () => ({ amount: toDollars(sums.debts).toFixed(2) }),
    });
  },
});
