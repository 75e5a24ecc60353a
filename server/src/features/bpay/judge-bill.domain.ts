import { err, type Refusal } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';
import { type Biller, isReferenceValid, judgeBiller, readIntelligent } from './billers/biller.domain.ts';

type Bill = {
  readonly billerCode: string;
  readonly customerReference: string;
  readonly amount: Cents;
  /** Day on which the payment counts for the biller, `yyyy-MM-dd`. */
  readonly arrives: string;
};

export type BillRefusal =
  | 'biller_code_invalid'
  | 'biller_unknown'
  | 'biller_restricted'
  | 'biller_deactivated'
  | 'bpay_reference_invalid'
  | 'biller_amount_refused'
  | 'bpay_date_unavailable';

/** Refuses a bill that the rules of its biller exclude. */
export function judgeBill(bill: Bill, biller: Biller | undefined): Refusal<BillRefusal> | undefined {
  const { billerCode, customerReference, amount, arrives } = bill;
  const refused = judgeBiller(billerCode, biller, arrives, 'billerCode');
  if (refused || !biller) return refused;
  if (!isReferenceValid(biller, customerReference)) return err('bpay_reference_invalid', 'customerReference');
  const said = readIntelligent(biller, customerReference);
  if (said.lastDay !== null && arrives > said.lastDay) return err('bpay_date_unavailable', 'customerReference');
  const isTooLittle = [biller.least, said.least].some((least) => least !== null && amount < least);
  const isTooMuch = biller.most !== null && amount > biller.most;
  return isTooLittle || isTooMuch ? err('biller_amount_refused', 'amount') : undefined;
}
