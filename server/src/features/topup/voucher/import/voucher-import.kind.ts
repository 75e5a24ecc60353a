import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../../ledger/ledger.ts';
import { openLedger } from '../../../../ledger/open-ledger.ts';
import { type Effect, paymentKind } from '../../../payments/public.ts';
import { voucherLock } from '../voucher.store.ts';
import { findImport, hasTakenNumber, saveImportTaken, type VoucherImport } from './voucher-import.store.ts';

type Facts = { readonly found: VoucherImport | undefined; readonly bank: bigint; readonly vouchers: bigint };

const ledger = openLedger();

/** Vouchers of a file are taken: what they are worth is set aside from the bank account until they are redeemed. */
export const voucherImport = paymentKind<
  { readonly importId: bigint },
  Facts,
  { readonly receipt: string },
  'not_found'
>({
  name: 'voucher.imported',
  isMoneyOut: false,

  async read({ input }, { tx, tenantId }) {
    const bank = await ledger.settlementAccount(tx, tenantId, 'bank');
    const vouchers = await ledger.settlementAccount(tx, tenantId, 'vouchers');
    return { found: await findImport(tx, tenantId, input.importId), bank, vouchers };
  },

  decide({ facts: { found, bank, vouchers } }) {
    if (!found) return err('not_found');
    return ok({
      from: { ledgerAccountId: bank },
      to: { ledgerAccountId: vouchers },
      amount: found.amount,
      code: TRANSFER_CODE.opening,
      effects: [taking(found)],
      answer: ({ number }) => ({ receipt: number }),
    });
  },
});

/** Under the lock that numbers of the brand are drawn under. */
function taking({ id, brand_id: brandId }: VoucherImport): Effect<'not_found', VoucherImport | undefined> {
  return {
    lock: voucherLock(brandId),
    async read({ tx, tenantId }) {
      const found = await findImport(tx, tenantId, id);
      return found && !(await hasTakenNumber(tx, tenantId, found)) ? found : undefined;
    },
    decide(found) {
      if (found?.state !== 'Waiting') return err('not_found');
      return ok({
        state: { ...found, state: 'Taken' },
        details: { import: String(id), vouchers: found.vouchers },
        write: ({ tx, tenantId }) => saveImportTaken(tx, tenantId, found),
      });
    },
  };
}
