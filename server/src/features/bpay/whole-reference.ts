import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import { MASKED_REFERENCE } from '@wattle/contract/rules/card-numbers.ts';
import { openText } from '../../platform/typed-card-numbers.ts';
import type { Person, Within } from '../payments/public.ts';
import { listBillReferences } from '../schedules/public.ts';
import { payeeOwnerOf, readPayees, wholeNumber } from '../transfers/public.ts';

type Named = {
  readonly billerCode: string;
  readonly customerReference: string;
  readonly PayeeId?: string | null | undefined;
};

/**
 * Full reference of a bill. A card number is sent back masked, as lists show it, and is found by its payee, or as the
 * only matching payee or schedule of the payer. Undefined: there is none.
 */
export async function wholeReference(within: Within, person: Person, bill: Named): Promise<string | undefined> {
  const { billerCode, customerReference } = bill;
  if (!MASKED_REFERENCE.test(customerReference)) return customerReference;
  const { ctx, tx, tenantId } = within;
  const of = { tenantId, type: PAYEE_TYPE.bpay, owner: payeeOwnerOf(person) };
  const rows = await readPayees(tx, ctx.secrets, of);
  const biller = billerCode.replace(/^0+/, '');
  const payees = rows
    .filter(({ bsb }) => bsb.replace(/^0+/, '') === biller)
    .map(({ id, account_number: accountNumber }) => ({ id, accountNumber }));
  const payeeId = bill.PayeeId ?? null;
  if (payeeId !== null) return wholeNumber(payees, payeeId, customerReference);
  const scheduled = await listBillReferences(tx, tenantId, billerCode, person);
  const kept = scheduled.map(({ id, reference }) => ({ id, accountNumber: openText(ctx.secrets, reference) }));
  return wholeNumber([...payees, ...kept], null, customerReference);
}
