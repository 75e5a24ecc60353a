import { ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { paymentKind } from '../../payments/public.ts';
import { finishLine } from './bank-answer.store.ts';

/** Money that came in by a line that fits no payment. */
export type Unmatched = { readonly answerId: string; readonly line: number; readonly cents: bigint };
type Facts = { readonly bank: bigint; readonly suspense: bigint };

const ledger = openLedger();

/** Kept apart for the desk. */
export const toSuspense = paymentKind<Unmatched, Facts, { readonly isKept: true }, 'not_found'>({
  name: 'settlement.suspense',
  isMoneyOut: false,
  async read(_payment, { tx, tenantId }) {
    const [bank, suspense] = await Promise.all([
      ledger.settlementAccount(tx, tenantId, 'bank'),
      ledger.settlementAccount(tx, tenantId, 'suspense'),
    ]);
    return { bank, suspense };
  },
  decide({ input, facts: { bank, suspense }, now }) {
    return ok({
      from: { ledgerAccountId: bank },
      to: { ledgerAccountId: suspense },
      amount: input.cents,
      code: TRANSFER_CODE.comeBack,
      forced: true,
      writes: ({ tx, tenantId }) => {
        const of = { bank_answer_id: BigInt(input.answerId), line: input.line };
        finishLine(tx, tenantId, of, { state: 'Suspense', transferId: null, atMs: now });
      },
      answer: () => ({ isKept: true }),
    });
  },
});
