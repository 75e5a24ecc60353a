import { randomInt } from 'node:crypto';
import { ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import type { Cents } from '../../../platform/money.ts';
import { type Effect, paymentKind } from '../../payments/public.ts';
import { batchCode, hashVoucherCode } from './voucher-code.ts';
import { addVoucher, isVoucherNumberTaken, holdingVouchers } from './voucher.store.ts';

export type VoucherBatch = {
  readonly brandId: number;
  readonly count: number;
  /** Amount of each voucher. */
  readonly amount: Cents;
  readonly expiresOn: string;
  /** Identifies this batch. */
  readonly batch: string;
};

type Facts = { readonly bank: bigint; readonly vouchers: bigint };

const NUMBER_DIGITS = 11;
const ledger = openLedger();

/** Makes vouchers of the programme: their value is set aside from its bank account until they are redeemed. */
export const voucherBatch = paymentKind<VoucherBatch, Facts, { readonly receipt: string }, never>({
  name: 'voucher.made',
  isMoneyOut: false,

  async read(_, { tx, tenantId }) {
    const bank = await ledger.settlementAccount(tx, tenantId, 'bank');
    return { bank, vouchers: await ledger.settlementAccount(tx, tenantId, 'vouchers') };
  },

  decide({ input, facts: { bank, vouchers } }) {
    return ok({
      from: { ledgerAccountId: bank },
      to: { ledgerAccountId: vouchers },
      amount: input.amount * BigInt(input.count),
      code: TRANSFER_CODE.opening,
      effects: [holdingVouchers(input.brandId), makingVouchers(input)],
      answer: ({ number }) => ({ receipt: number }),
    });
  },
});

/** Numbers are random, so that none reveals another. */
function makingVouchers(given: VoucherBatch): Effect<never, ReadonlySet<string>> {
  return {
    lock: `voucherBatch:${given.batch}`,
    async read({ tx, tenantId }) {
      const numbers = new Set<string>();
      while (numbers.size < given.count) {
        const number = String(randomInt(10 ** (NUMBER_DIGITS - 1), 10 ** NUMBER_DIGITS));
        if (!(await isVoucherNumberTaken(tx, tenantId, given.brandId, number))) numbers.add(number);
      }
      return numbers;
    },
    decide(numbers) {
      return ok({
        state: numbers,
        details: { count: given.count, batch: given.batch },
        write({ ctx, tx, tenantId }) {
          for (const number of numbers) {
            const code = batchCode(ctx, given.batch, number);
            addVoucher(tx, tenantId, {
              ...given,
              number,
              codeHash: hashVoucherCode(ctx, given.brandId, number, code),
              status: 'Issued',
            });
          }
        },
      });
    },
  };
}
