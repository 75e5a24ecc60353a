import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { paymentKind } from '../../payments/public.ts';
import { bankSenderOf } from '../../programme/public.ts';
import { keepPaymentOut } from '../payment-out.store.ts';
import { findSuspense, type SuspenseLine } from './suspense.store.ts';
import { leaveSuspense } from './leave-suspense.ts';

type SentBack = { readonly answerId: string; readonly line: number };
type Facts = {
  readonly inSuspense: SuspenseLine | undefined;
  readonly suspense: bigint;
  /** Name of the programme for the other bank. */
  readonly remitter: string;
};

const ledger = openLedger();

/** Sends a deposit that is not credited back to its sender in the next file. */
export const sendBack = paymentKind<SentBack, Facts, null, 'not_found'>({
  name: 'settlement.sendBack',
  isMoneyOut: false,
  leavesAs: 'external',

  async read({ input }, { ctx, tx, tenantId }) {
    const [inSuspense, suspense] = await Promise.all([
      findSuspense(tx, tenantId, input),
      ledger.settlementAccount(tx, tenantId, 'suspense'),
    ]);
    return { inSuspense, suspense, remitter: bankSenderOf(ctx, tenantId)?.userName ?? '' };
  },

  decide({ input, today, atBank, facts: { inSuspense, suspense, remitter } }) {
    const { fromBsb: bsb, fromAccount: accountNumber, backOn: valueDate } = inSuspense ?? {};
    if (!inSuspense || !bsb || !accountNumber || !valueDate) return err('not_found');
    return ok({
      from: { ledgerAccountId: suspense },
      to: atBank.settlement,
      amount: inSuspense.cents,
      code: TRANSFER_CODE.comeBack,
      forced: true,
      effects: [leaveSuspense({ of: input, event: 'sendBack', by: 'programme' })],
      writes: (writing, { transferId }) =>
        keepPaymentOut(writing, {
          transferId,
          memberAccountId: null,
          method: 'external',
          bsb,
          accountNumber,
          remitter,
          name: inSuspense.remitter,
          reference: inSuspense.reference,
          amount: inSuspense.cents,
          paidOn: today,
          valueDate,
        }),
      answer: () => null,
    });
  },
});
