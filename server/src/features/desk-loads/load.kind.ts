import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { monthAt } from '../../platform/time/clock.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { paymentKind } from '../payments/public.ts';
import { keepLoad, type LoadType } from './desk-load.store.ts';
import { findLoadedAccount, type LoadedAccount } from './load.store.ts';

export type Load = {
  /** Account that is loaded: 9 digits. */
  readonly accountNumber: string;
  /** Above zero. */
  readonly amount: Cents;
  readonly type: LoadType;
};

/** Account of the programme that pays a load. */
export const PAID_FROM = { received: 'bank', goodwill: 'fees' } as const satisfies Readonly<Record<LoadType, string>>;

type Facts = { readonly account: LoadedAccount | undefined; readonly from: bigint; readonly words: string };

const ledger = openLedger();

/** Transfers money of the programme to a card's account, such as the first load. */
export const loadKind = paymentKind<Load, Facts, { receiptNumber: string }, 'not_found' | 'outside_load_limits'>({
  name: 'load',
  isMoneyOut: false,

  async read({ input }, { ctx, tx, tenantId }) {
    const [account, from] = await Promise.all([
      findLoadedAccount(tx, tenantId, monthAt(ctx.clocks.business.now()), input.accountNumber),
      ledger.settlementAccount(tx, tenantId, PAID_FROM[input.type]),
    ]);
    return { account, from, words: wordsOfLoad(account?.language ?? DEFAULT_LANGUAGE) };
  },

  decide({ input, facts: { account, from, words }, now }) {
    if (!account) return err('not_found', 'accountNumber');
    return ok({
      from: { ledgerAccountId: from },
      to: {
        ledgerAccountId: account.ledger_account_id,
        memberAccountId: account.member_account_id,
        field: 'accountNumber',
        ifClosed: 'not_found',
        kind: 'topUp',
        description: words,
      },
      amount: input.amount,
      code: TRANSFER_CODE.topUp,
      ceiling: account.maxBalance,
      refusals: { above_ceiling: err('outside_load_limits', 'amount') },
      writes: ({ tx, tenantId }, { transferId, number: receipt }) => {
        const { member_account_id } = account;
        const load = { transfer_id: transferId, member_account_id, type: input.type, receipt, cents: input.amount };
        keepLoad(tx, tenantId, load, now);
      },
      answer: ({ number }) => ({ receiptNumber: number }),
    });
  },
});

function wordsOfLoad(language: Language): string {
  const words = productTexts(language, 'postings')['load'];
  if (words === undefined) throw new Error(`a load has no words in ${language}`);
  return words;
}
