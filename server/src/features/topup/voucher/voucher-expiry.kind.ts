import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { type Effect, paymentKind } from '../../payments/public.ts';
import { VOUCHER, type VoucherStatus } from './voucher.states.domain.ts';
import { type ExpiredVoucher, readStatus, saveExpired } from './voucher.store.ts';

type Facts = { readonly vouchers: bigint; readonly expiredVouchers: bigint };

const ledger = openLedger();

/** Moves the worth of a voucher that has expired to the programme's account for it. A blocked one expires too. */
export const voucherExpiry = paymentKind<ExpiredVoucher, Facts, { readonly receipt: string }, 'access_code_wrong'>({
  name: 'voucher.expired',
  isMoneyOut: false,

  async read(_, { tx, tenantId }) {
    return {
      vouchers: await ledger.settlementAccount(tx, tenantId, 'vouchers'),
      expiredVouchers: await ledger.settlementAccount(tx, tenantId, 'expiredVouchers'),
    };
  },

  decide({ input: { id, amount }, facts: { vouchers, expiredVouchers } }) {
    return ok({
      from: { ledgerAccountId: vouchers },
      to: { ledgerAccountId: expiredVouchers },
      amount,
      code: TRANSFER_CODE.adjustment,
      effects: [expiring(id)],
      answer: ({ number }) => ({ receipt: number }),
    });
  },
});

/** Under the lock of the voucher: one that is redeemed meanwhile does not expire. */
function expiring(id: bigint): Effect<'access_code_wrong', VoucherStatus | undefined> {
  return {
    lock: `voucher:${id}`,
    read: ({ tx, tenantId }) => readStatus(tx, tenantId, id),
    decide(status) {
      const next = status && move(VOUCHER, { state: status, event: 'expire', by: 'programme' });
      if (next?.kind !== 'changed') return err('access_code_wrong');
      return ok({
        state: next.to,
        write: ({ tx, tenantId }) => saveExpired(tx, tenantId, id),
        details: { voucher: String(id) },
      });
    },
  };
}
