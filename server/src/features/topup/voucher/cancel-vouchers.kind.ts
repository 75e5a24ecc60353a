import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { dollarsOf } from '../../../platform/money.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { type Effect, paymentKind } from '../../payments/public.ts';
import { VOUCHER, type VoucherStatus } from './voucher.states.domain.ts';
import { type BatchVoucher, listBatch, readStatus, saveExpired } from './voucher.store.ts';

type Facts = { readonly left: readonly BatchVoucher[]; readonly bank: bigint; readonly vouchers: bigint };
type Answer = { readonly receipt: string; readonly vouchers: number; readonly amount: string };

const ledger = openLedger();

/** Whether a voucher can still be cancelled: its value is set aside, and no one has redeemed it. */
export const isCancellable = ({ status }: { readonly status: VoucherStatus }): boolean =>
  move(VOUCHER, { state: status, event: 'cancel', by: 'staff' }).kind === 'changed';

/** Cancels what is left of a batch: the value that was set aside for it goes back to where it came from. */
export const cancelVouchers = paymentKind<{ readonly batch: string }, Facts, Answer, 'not_found'>({
  name: 'voucher.cancelled',
  isMoneyOut: false,

  async read({ input: { batch } }, { tx, tenantId }) {
    const left = (await listBatch(tx, tenantId, batch)).filter(isCancellable);
    const bank = await ledger.settlementAccount(tx, tenantId, 'bank');
    return { left, bank, vouchers: await ledger.settlementAccount(tx, tenantId, 'vouchers') };
  },

  decide({ facts: { left, bank, vouchers } }) {
    if (left.length === 0) return err('not_found');
    const amount = left.reduce((sum, voucher) => sum + voucher.amount, 0n);
    return ok({
      from: { ledgerAccountId: vouchers },
      to: { ledgerAccountId: bank },
      amount,
      code: TRANSFER_CODE.opening,
      effects: left.map(cancelling),
      answer: ({ number }) => ({ receipt: number, vouchers: left.length, amount: dollarsOf(amount) }),
    });
  },
});

/** Under the lock of its redemption: one that was redeemed meanwhile refuses the whole, whose sum is another then. */
function cancelling({ id }: BatchVoucher): Effect<'not_found', VoucherStatus | undefined> {
  return {
    lock: `voucher:${id}`,
    read: ({ tx, tenantId }) => readStatus(tx, tenantId, id),
    decide(status) {
      if (status === undefined || !isCancellable({ status })) return err('not_found');
      return ok({
        state: 'Expired',
        write: ({ tx, tenantId }) => saveExpired(tx, tenantId, id),
        details: { voucher: String(id) },
      });
    },
  };
}
