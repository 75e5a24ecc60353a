import type { Language } from '@wattle/contract/rules/languages.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import type { Cents } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { paymentKind } from '../../payments/public.ts';
import { finishLine } from '../answers/bank-answer.store.ts';
import { type Addressee, type DepositAccount, findDepositAccounts } from './deposit-account.store.ts';
import { postedOnce } from '../incoming/same-money.ts';
import { whyNotCredited } from './deposit.domain.ts';

/** Deposit in a line of the bank's file. */
export type Deposit = Addressee & {
  readonly answerId: string;
  readonly line: number;
  readonly cents: Cents;
  readonly remitter: string;
  readonly reference: string;
  /** Number in the network of money that it has brought. */
  readonly networkId?: string;
};
type Facts = { readonly account: DepositAccount | undefined; readonly bank: bigint };

const ledger = openLedger();

/** Credits a deposit from another bank to an account. */
export const depositKind = paymentKind<Deposit, Facts, null, 'not_found' | 'outside_load_limits'>({
  name: 'settlement.deposit',
  isMoneyOut: false,

  async readMany(payments, { ctx, tx, tenantId }) {
    const [accounts, bank] = await Promise.all([
      findDepositAccounts(
        tx,
        tenantId,
        monthAt(ctx.clocks.business.now()),
        payments.map(({ input }) => input),
      ),
      ledger.settlementAccount(tx, tenantId, 'bank'),
    ]);
    return accounts.map((account) => ({ account, bank }));
  },

  decide({ input, facts: { account, bank }, now }) {
    const once = postedOnce(input);
    if (!account || whyNotCredited(account) !== undefined) return err('not_found');
    return ok({
      from: { ledgerAccountId: bank },
      to: {
        ledgerAccountId: account.ledgerAccountId,
        memberAccountId: account.memberAccountId,
        ifClosed: 'not_found',
        kind: 'topUp',
        description: wordsOf(account.language, input.remitter),
      },
      amount: input.cents,
      code: TRANSFER_CODE.topUp,
      ceiling: account.maxBalance,
      effects: once ? [once] : [],
      refusals: { above_ceiling: err('outside_load_limits') },
      writes: ({ tx, tenantId }, { transferId }) => {
        const of = { bank_answer_id: BigInt(input.answerId), line: input.line };
        finishLine(tx, tenantId, of, { state: 'Done', transferId, postedId: transferId, atMs: now });
      },
      answer: () => null,
    });
  },
});

/** Description in the transaction list. */
export function wordsOf(language: Language, remitter: string): string {
  const texts = productTexts(language, 'settlement');
  const words = texts[remitter === '' ? 'deposit.posted' : 'deposit.postedFrom'] ?? '';
  return words.replace('{{name}}', remitter);
}
