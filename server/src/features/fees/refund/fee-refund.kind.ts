import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { type Cents, dollarsOf } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { type Effect, paymentKind } from '../../payments/public.ts';
import { type ChargedFee, findChargedFee, saveFeeRefund } from './charged-fee.store.ts';

export type FeeRefund = {
  /** Account that was charged: 9 digits. */
  readonly account: string;
  /** Place of the fee in the sequence of the account. */
  readonly sequence: number;
  /** Above zero; undefined: all that is left. */
  readonly amount?: Cents | undefined;
};

type Facts = { readonly fee: ChargedFee | undefined; readonly words: string };
type Answer = { readonly receiptNumber: string; readonly amount: string; readonly fee: string };

/** Reverses a fee, or a part of it: from the account of the programme that it went to. */
export const feeRefund = paymentKind<FeeRefund, Facts, Answer, 'not_found'>({
  name: 'fee.refund',
  isMoneyOut: false,

  async read({ input }, { tx, tenantId }) {
    const fee = await findChargedFee(tx, tenantId, input);
    const words = productTexts(fee?.language ?? DEFAULT_LANGUAGE, 'postings')['feeRefunded'];
    if (words === undefined) throw new Error('the refund of a fee has no words');
    return { fee, words };
  },

  decide({ input, facts: { fee, words } }) {
    if (!fee || fee.is_closed || fee.goes_back_otherwise) return err('not_found', 'sequence');
    const { amount = fee.cents - fee.refunded } = input;
    if (amount === 0n) return err('not_found', 'sequence');
    return ok({
      from: { ledgerAccountId: fee.income_id },
      to: {
        ledgerAccountId: fee.ledger_account_id,
        memberAccountId: fee.member_account_id,
        field: 'account',
        ifClosed: 'not_found',
        kind: 'refund',
        description: words,
      },
      amount,
      code: TRANSFER_CODE.refund,
      // The money was theirs before, so it may exceed the maximum balance.
      forced: true,
      effects: [refunding(input, fee, amount)],
      answer: ({ number }) => ({ receiptNumber: number, amount: dollarsOf(amount), fee: fee.words }),
    });
  },
});

/** Decided under the lock of the account, so that several refunds never come to more than the fee. */
function refunding(input: FeeRefund, fee: ChargedFee, amount: Cents): Effect<'not_found', bigint> {
  return {
    lock: `fee:${fee.transfer_id}`,
    async read({ tx, tenantId }) {
      const now = await findChargedFee(tx, tenantId, input);
      return now && !now.goes_back_otherwise ? now.cents - now.refunded : 0n;
    },
    decide: (left) =>
      amount > left
        ? err('not_found', 'sequence')
        : ok({
            state: left - amount,
            write: ({ tx, tenantId }) => saveFeeRefund(tx, tenantId, fee, amount),
            details: { fee: String(fee.transfer_id) },
          }),
  };
}
