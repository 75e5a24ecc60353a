import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { paymentKind } from '../payments/public.ts';
import { wordsOfFee, type FeeName } from './fee-words.ts';
import { type FeeAccount, findFeeAccount } from './fee.store.ts';

export type Fee = {
  /** Account that pays: 9 digits. */
  readonly accountNumber: string;
  readonly name: FeeName;
  /** Above zero. */
  readonly amount: Cents;
};

/** Response to the payment of a fee. */
export type ChargedFee = { readonly receiptNumber: string };

type Facts = {
  readonly payer: FeeAccount | undefined;
  /** Fee income account of the programme. */
  readonly income: bigint;
  /** Description in the payer's list. */
  readonly words: string;
};

const ledger = openLedger();

/** Fee from a member's account to the fee income of the programme. */
export const feeKind = paymentKind<Fee, Facts, ChargedFee, 'not_found' | 'insufficient_funds'>({
  name: 'fee',
  // A payment of the programme, which debts and other restrictions on the member's payments do not affect.
  isMoneyOut: false,

  async read({ input }, { tx, tenantId }) {
    const [payer, income] = await Promise.all([
      findFeeAccount(tx, tenantId, input.accountNumber),
      ledger.settlementAccount(tx, tenantId, 'fees'),
    ]);
    return { payer, income, words: wordsOfFee(input.name, payer?.language ?? DEFAULT_LANGUAGE) };
  },

  decide({ input, facts: { payer, income, words } }) {
    if (!payer) return err('not_found', 'accountNumber');
    return ok({
      from: {
        ledgerAccountId: payer.ledger_account_id,
        memberAccountId: payer.member_account_id,
        field: 'accountNumber',
        ifClosed: 'not_found',
        kind: 'fee',
        description: words,
      },
      to: { ledgerAccountId: income },
      amount: input.amount,
      code: TRANSFER_CODE.fee,
      refusals: { insufficient_funds: err('insufficient_funds', 'amount') },
      answer: ({ number }) => ({ receiptNumber: number }),
    });
  },
});
