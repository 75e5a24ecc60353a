import type { AppContext } from '../compose/context.ts';
import { hashVoucherCode, insertVoucher } from '../features/topup/public.ts';
import { TRANSFER_CODE } from '../ledger/ledger.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { dayAt } from '../platform/time/clock.ts';
import type { Tx } from '../platform/database/database.ts';
import { addMonths } from './calendar.ts';

/** Cents. The redeemed one was redeemed before the programme moved here. */
const VOUCHERS = [
  { number: '80000000010', code: '654321', amount: 50_00n, status: 'Issued' },
  { number: '80000000028', code: '765432', amount: 5_000_00n, status: 'Issued' },
  { number: '80000000036', code: '876543', amount: 20_00n, status: 'Redeemed' },
] as const;
const GOOD_MONTHS = 12;

const ledger = openLedger();

/** The vouchers of the demo, and the money that they are worth. */
export async function seedVouchers(ctx: AppContext, tx: Tx, tenantId: number, brandId: number): Promise<void> {
  const now = ctx.clocks.business.now();
  const bank = await ledger.settlementAccount(tx, tenantId, 'bank');
  const vouchers = await ledger.settlementAccount(tx, tenantId, 'vouchers');
  for (const { number, code, amount, status } of VOUCHERS) {
    await insertVoucher(tx, tenantId, {
      brandId,
      number,
      codeHash: hashVoucherCode(ctx, brandId, number, code),
      amount,
      status,
      expiresOn: addMonths(dayAt(now), GOOD_MONTHS),
      batch: 'demo',
    });
  }
  const worth = VOUCHERS.filter(({ status }) => status === 'Issued').reduce((sum, { amount }) => sum + amount, 0n);
  const posted = await ledger.post(tx, {
    tenantId,
    key: `demo:vouchers:${brandId}`,
    debit: bank,
    credit: vouchers,
    amount: worth,
    code: TRANSFER_CODE.opening,
    effectiveAt: now,
    postedAt: now,
  });
  if (!posted.ok) throw new Error(`the vouchers of the demo were refused: ${posted.refusal}`);
}
