import type { processBPayRequest } from '@wattle/contract/bpay/bpay.ts';
import { err } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { Cents } from '../../platform/money.ts';
import { billerSum, destinationKey, type Person, type PaymentTransaction } from '../payments/public.ts';
import {
  findPayingAccount,
  type PayingAccount,
  readDestinationHistory,
  type DestinationHistory,
} from '../transfers/public.ts';
import type { Biller } from './billers/biller.domain.ts';
import { findBiller } from './billers/biller.store.ts';
import { wholeReference } from './whole-reference.ts';

export type BillFacts = {
  readonly payer: PayingAccount | undefined;
  readonly biller: Biller | undefined;
  readonly history: DestinationHistory;
  /** Reference in full. Refused if it was sent masked and is not known. */
  readonly reference: Awaited<ReturnType<typeof wholeReference>>;
};

/** Data that decides about a bill. */
export async function readBillFacts(
  within: PaymentTransaction,
  person: Person,
  body: BodyOf<typeof processBPayRequest>,
): Promise<BillFacts> {
  const { tx, ctx } = within;
  const [reference, biller] = await Promise.all([
    wholeReference(within, person, body),
    findBiller(tx, body.billerCode),
  ]);
  // The directory's code is used, so leading zeros do not make another destination of the same biller.
  const code = biller?.code ?? body.billerCode;
  const [payer, history] = await Promise.all([
    findPayingAccount(within, person, body.accountNumber),
    readDestinationHistory(
      within,
      person,
      destinationKey(ctx.secrets, { method: { name: 'bpay' }, bsb: code, number: reference.ok ? reference.value : '' }),
    ),
  ]);
  return { payer, biller, history, reference };
}

/** Counter of an account's payments to a biller in a day. */
export function ofBillerToday({ code, dayLimit }: Biller, today: string, cents: Cents) {
  const refusal = err('biller_limit_reached' as const, 'amount');
  return { ...billerSum(code, today), of: 'from' as const, cents, limit: dayLimit, refusal };
}
