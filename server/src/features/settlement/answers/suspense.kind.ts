import { ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { paymentKind } from '../../payments/public.ts';
import { finishLine } from './bank-answer.store.ts';
import { openLine } from './open-line.ts';

/** Money of a line that matches no payment. */
export type Unmatched = { readonly answerId: string; readonly line: number; readonly cents: bigint };
type Facts = { readonly bank: bigint; readonly suspense: bigint };

const ledger = openLedger();

/** Keeps unmatched money in suspense for the desk. */
export const toSuspense = suspenseKind('settlement.suspense', ({ bank, suspense }) => ({ from: bank, to: suspense }));

/** Money that the bank reversed for an unknown debit. */
export const debitToSuspense = suspenseKind('settlement.debitSuspense', ({ bank, suspense }) => ({
  from: suspense,
  to: bank,
}));

function suspenseKind(name: string, sides: (facts: Facts) => { readonly from: bigint; readonly to: bigint }) {
  return paymentKind<Unmatched, Facts, { readonly isKept: true }, 'not_found'>({
    name,
    isMoneyOut: false,
    async read(_payment, { tx, tenantId }) {
      const [bank, suspense] = await Promise.all([
        ledger.settlementAccount(tx, tenantId, 'bank'),
        ledger.settlementAccount(tx, tenantId, 'suspense'),
      ]);
      return { bank, suspense };
    },
    decide({ input, facts, now }) {
      const { from, to } = sides(facts);
      return ok({
        from: { ledgerAccountId: from },
        to: { ledgerAccountId: to },
        amount: input.cents,
        code: TRANSFER_CODE.comeBack,
        forced: true,
        effects: [openLine(input)],
        writes: ({ tx, tenantId }, { transferId: postedId }) => {
          const of = { bank_answer_id: BigInt(input.answerId), line: input.line };
          finishLine(tx, tenantId, of, { state: 'Suspense', transferId: null, postedId, atMs: now });
        },
        answer: () => ({ isKept: true }),
      });
    },
  });
}
