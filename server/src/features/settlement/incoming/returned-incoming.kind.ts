import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { paymentKind } from '../../payments/public.ts';
import { leaveSuspense } from '../deposits/leave-suspense.ts';
import { findSuspense } from '../deposits/suspense.store.ts';

type Returned = { readonly answerId: string };
type Facts = { readonly cents: bigint | undefined; readonly suspense: bigint; readonly bank: bigint };

const ledger = openLedger();

/** Records that the network has sent a payment back: its money leaves suspense. */
export const returnedIncoming = paymentKind<Returned, Facts, null, 'not_found'>({
  name: 'settlement.returnedIncoming',
  isMoneyOut: false,

  async read({ input: { answerId } }, { tx, tenantId }) {
    const [inSuspense, suspense, bank] = await Promise.all([
      findSuspense(tx, tenantId, { answerId, line: 1 }),
      ledger.settlementAccount(tx, tenantId, 'suspense'),
      ledger.settlementAccount(tx, tenantId, 'bank'),
    ]);
    return { cents: inSuspense?.cents, suspense, bank };
  },

  decide({ input: { answerId }, facts: { cents, suspense, bank } }) {
    if (cents === undefined) return err('not_found');
    return ok({
      from: { ledgerAccountId: suspense },
      to: { ledgerAccountId: bank },
      amount: cents,
      code: TRANSFER_CODE.comeBack,
      forced: true,
      effects: [leaveSuspense({ of: { answerId, line: 1 }, event: 'returned', by: 'bank' })],
      answer: () => null,
    });
  },
});
