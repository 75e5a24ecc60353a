import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { paymentKind } from '../payments/public.ts';
import { wordsOfFee, type FeeName } from './fee-words.ts';
import { type FeeAccount, findFeeAccount } from './fee.store.ts';

export type Fee = {
  /** Whose account pays: 9 digits. */
  readonly accountNumber: string;
  readonly name: FeeName;
  /** Above zero. */
  readonly amount: Cents;
};

/** Answer to the payment of a fee. */
export type ChargedFee = { readonly receiptNumber: string };

type Facts = {
  readonly payer: FeeAccount | undefined;
  /** The programme's account for its fees. */
  readonly income: bigint;
  /** Words in the payer's list. */
  readonly words: string;
};

const ledger = openLedger();

/** A fee of the programme, from an account of a member to the programme's fee income. */
export const feeKind = paymentKind<Fee, Facts, ChargedFee, 'not_found' | 'insufficient_funds'>({
  name: 'fee',
  // The programme takes it: a debt or another restriction of the member's own payments does not stop it.
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
