import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../../ledger/ledger.ts';
import { openLedger } from '../../../../ledger/open-ledger.ts';
import { type Effect, paymentKind } from '../../../payments/public.ts';
import { holdingVouchers } from '../voucher.store.ts';
import { findImport, listWaiting, saveImportAccepted, type VoucherImport } from './voucher-import.store.ts';

type Facts = { readonly found: VoucherImport | undefined; readonly bank: bigint; readonly vouchers: bigint };

const ledger = openLedger();

/** Accepts the vouchers of a file: their value is set aside from the bank account until they are redeemed. */
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
      effects: [holdingVouchers(found.brand_id), acceptingImport(found)],
      answer: ({ number }) => ({ receipt: number }),
    });
  },
});

/** Waiting files of a brand by their ids, each with the files that share a number with it. */
type Waiting = ReadonlyMap<bigint, VoucherImport & { readonly alike: readonly bigint[] }>;

/**
 * Decided under the lock for drawing numbers of the brand. Files accepted in one batch share the state, so a file is
 * refused that has a number of another accepted one.
 */
function acceptingImport({ id, brand_id: brandId }: VoucherImport): Effect<'not_found', Waiting> {
  return {
    lock: `voucherImports:${brandId}`,
    async read({ tx, tenantId }) {
      const waiting = await listWaiting(tx, tenantId, brandId);
      return new Map(waiting.map((one) => [one.id, one]));
    },
    decide(waiting) {
      const found = waiting.get(id);
      if (!found) return err('not_found');
      const left = [...waiting].filter(([other]) => other !== id && !found.alike.includes(other));
      return ok({
        state: new Map(left),
        details: { import: String(id), vouchers: found.vouchers },
        write: ({ tx, tenantId }) => saveImportAccepted(tx, tenantId, found),
      });
    },
  };
}
