import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import type { processBPayRequest } from '@wattle/contract/bpay/bpay.ts';
import { MASKED_REFERENCE } from '@wattle/contract/rules/card-numbers.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import { openText } from '../../platform/secrets/typed-card-numbers.ts';
import type { Person, PaymentTransaction } from '../payments/public.ts';
import { listBillReferences } from '../schedules/public.ts';
import { findPaidBill } from '../settlement/public.ts';
import { findPayingAccount, payeeOwnerOf, readPayees, fullPayeeNumber } from '../transfers/public.ts';

type Named = Pick<BodyOf<typeof processBPayRequest>, 'billerCode' | 'customerReference' | 'PayeeId' | 'RepeatOf'>;

/** Leading zeros of a biller code are not significant. */
const plain = (code: string) => code.replace(/^0+/, '');

/**
 * Full reference of a bill. A card number is sent back masked, as lists show it, and is found by its payee, by the paid
 * bill that is repeated, or as the only matching payee or schedule of the payer.
 */
export async function wholeReference(
  within: PaymentTransaction,
  person: Person,
  bill: Named,
): Promise<Result<string, 'bpay_reference_invalid' | 'not_found'>> {
  const { customerReference, PayeeId: payeeId = null, RepeatOf: repeatOf = null } = bill;
  const biller = plain(bill.billerCode);
  const paid = repeatOf === null ? undefined : await findOwnBill(within, person, repeatOf);
  if (repeatOf !== null && !paid) return err('not_found', 'RepeatOf');
  if (!MASKED_REFERENCE.test(customerReference)) return ok(customerReference);
  const known =
    payeeId === null && paid
      ? [paid].filter((one) => plain(one.biller) === biller)
      : await listKnown(within, person, bill);
  const whole = fullPayeeNumber(known, payeeId, customerReference);
  return whole === undefined ? err('bpay_reference_invalid', 'customerReference') : ok(whole);
}

/** References of the biller that the payer has saved or, unless a payee is named, scheduled. */
async function listKnown({ ctx, tx, tenantId }: PaymentTransaction, person: Person, bill: Named) {
  const of = { tenantId, type: PAYEE_TYPE.bpay, owner: payeeOwnerOf(person) };
  const payees = (await readPayees(tx, ctx.secrets, of))
    .filter(({ bsb }) => plain(bsb) === plain(bill.billerCode))
    .map(({ id, account_number: accountNumber }) => ({ id, accountNumber }));
  if ((bill.PayeeId ?? null) !== null) return payees;
  const scheduled = await listBillReferences(tx, tenantId, bill.billerCode, person);
  return [
    ...payees,
    ...scheduled.map(({ id, reference }) => ({ id, accountNumber: openText(ctx.secrets, reference) })),
  ];
}

/** Bill with this receipt number, if it was paid from an account on which the person has a card. */
async function findOwnBill(within: PaymentTransaction, person: Person, receiptNumber: string) {
  const { ctx, tx, tenantId } = within;
  const paid = await findPaidBill(tx, tenantId, receiptNumber);
  const payer = paid && (await findPayingAccount(within, person, paid.payer));
  if (!paid || !payer) return undefined;
  return { id: receiptNumber, biller: paid.biller, accountNumber: openText(ctx.secrets, paid.reference) };
}
