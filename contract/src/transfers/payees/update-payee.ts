import * as z from 'zod/mini';
import type { ProofContent } from '../../access/step-up/step-up.ts';
import { billerCode, customerReference } from '../../bpay/bpay.ts';
import { type BodyOf, operation, SIGNED_IN } from '../../operation.ts';
import { done } from '../../wire.ts';
import { bsbNumber } from '../bsb/bsb.ts';
import { accountTitle } from '../external/direct-entry.ts';
import { paymentProof } from '../payment-proof.ts';
import { bankAccountNumber, deText } from '../transfer.ts';
import { PAYEE_TYPE, payeeId } from './payee.ts';

/**
 * Added: changes one of the caller's saved payees without a payment; another's is as good as none: 404. It needs a
 * fresh proof of its content (`payeeProof`): 428. 20010 with the account number where another of the caller's payees
 * has it. Whether the account or the biller can be paid is judged with a payment.
 */
export const updatePayee = operation({
  name: 'updatePayee',
  method: 'POST',
  path: 'transfer/updatePayee',
  auth: SIGNED_IN,
  proof: 'bound',
  summary: 'Change a saved payee',
  body: z.discriminatedUnion('PayeeType', [
    z.object({
      PayeeId: payeeId,
      PayeeType: z.literal(PAYEE_TYPE.external),
      DestinationAccountName: accountTitle,
      DestinationBSB: bsbNumber,
      DestinationAccountNumber: bankAccountNumber,
    }),
    z.object({
      PayeeId: payeeId,
      PayeeType: z.literal(PAYEE_TYPE.internal),
      DestinationAccountName: deText,
      DestinationBSB: z.null(),
      DestinationAccountNumber: bankAccountNumber,
    }),
    z.object({
      PayeeId: payeeId,
      PayeeType: z.literal(PAYEE_TYPE.bpay),
      DestinationAccountName: deText,
      /** The biller code. */
      DestinationBSB: billerCode,
      /** The reference. */
      DestinationAccountNumber: customerReference,
    }),
  ]),
  response: done,
  errors: ['not_found', 'required_field', 'payee_blocked', 'bsb_closed', 'bsb_lookup_away', 'proof_needed'],
  errorFields: {
    payee_blocked: 'DestinationAccountName',
    bsb_closed: 'DestinationBSB',
    bsb_lookup_away: 'DestinationBSB',
  },
});

/** What a person agrees to who changes a payee. */
export function payeeProof(body: BodyOf<typeof updatePayee>): ProofContent {
  return paymentProof(updatePayee.name, body);
}
