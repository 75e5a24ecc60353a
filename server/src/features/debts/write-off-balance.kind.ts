import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { paymentKind } from '../payments/public.ts';
import { findOverdrawn, type OverdrawnAccount, settleDebts } from './debt.store.ts';

export type WriteOffBalance = {
  readonly accountNumber: string;
  /** Cents, up to the amount that the account is below zero; undefined: all of it. */
  readonly amount?: Cents | undefined;
};

type Facts = { readonly account: OverdrawnAccount | undefined; readonly writtenOff: bigint };
type Answer = { readonly receiptNumber: string; readonly amount: string };

const ledger = openLedger();

/** Credits an open account below zero at the expense of the programme, up to zero. At zero its debt ends. */
export const writeOffBalance = paymentKind<WriteOffBalance, Facts, Answer, 'not_found' | 'outside_load_limits'>({
  name: 'desk.writeOffBalance',
  isMoneyOut: false,

  async read({ input }, { tx, tenantId }) {
    return {
      account: await findOverdrawn(tx, tenantId, input.accountNumber),
      writtenOff: await ledger.settlementAccount(tx, tenantId, 'writtenOff'),
    };
  },

  decide({ input, facts: { account, writtenOff }, now }) {
    if (!account || account.balance >= 0n) return err('not_found', 'account');
    const { amount = -account.balance } = input;
    const { member_account_id: memberAccountId } = account;
    return ok({
      from: { ledgerAccountId: writtenOff },
      to: {
        ledgerAccountId: account.ledger_account_id,
        memberAccountId,
        field: 'account',
        ifClosed: 'not_found',
        kind: 'adjustment',
        description: productTexts(account.language, 'debts')['description.writtenOff'] ?? '',
      },
      amount,
      code: TRANSFER_CODE.adjustment,
      // Decided under the lock: something may have paid it meanwhile.
      ceiling: 0n,
      refusals: { above_ceiling: err('outside_load_limits', 'amount') },
      writes: ({ tx, tenantId }) => settleDebts(tx, tenantId, memberAccountId, now),
      answer: ({ number }) => ({ receiptNumber: number, amount: toDollars(amount).toFixed(2) }),
    });
  },
});
