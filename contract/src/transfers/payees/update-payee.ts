import * as z from 'zod/mini';
import type { ProofContent } from '../../access/step-up/step-up.ts';
import { type BodyOf, operation, SIGNED_IN } from '../../operation.ts';
import { METHOD_NAMES, type PaymentMethod } from '../../rules/payment-methods.ts';
import { done } from '../../wire.ts';
import type { PayeeShape } from '../method-call.ts';
import { METHOD_CALLS } from '../method-calls.ts';
import { paymentProof } from '../payment-proof.ts';
import { PAYEE_TYPE, payeeId, type PayeeType } from './payee.ts';

type ChangeOf<Type extends PayeeType, Payee extends PayeeShape> = z.ZodMiniObject<
  { PayeeId: typeof payeeId; PayeeType: z.ZodMiniLiteral<Type> } & Payee
>;
type Change = {
  [Name in PaymentMethod]: ChangeOf<(typeof PAYEE_TYPE)[Name], (typeof METHOD_CALLS)[Name]['payee']>;
}[PaymentMethod];

/** Changes that a saved payee accepts, for each payment method. */
const changes = METHOD_NAMES.map((name) =>
  z.object({ PayeeId: payeeId, PayeeType: z.literal(PAYEE_TYPE[name]), ...METHOD_CALLS[name].payee }),
) as unknown as readonly [Change, ...Change[]];

/**
 * Added: changes one of the caller's saved payees without a payment; another's is as good as none: 404. It needs a
 * fresh proof of its content (`payeeProof`): 428. 20010 with the account number where another of the caller's payees
 * has it. Whether the biller can be paid is judged with a payment; that its
 * reference is one that it has, here.
 */
export const updatePayee = operation({
  name: 'updatePayee',
  method: 'POST',
  path: 'transfer/updatePayee',
  auth: SIGNED_IN,
  proof: 'bound',
  ids: { PayeeId: 'payee', DestinationAccountNumber: 'anyone' },
  summary: 'Change a saved payee',
  body: z.discriminatedUnion('PayeeType', changes),
  response: done,
  errors: [
    'not_found',
    'required_field',
    'payee_blocked',
    'bsb_closed',
    'bsb_lookup_away',
    'bpay_reference_invalid',
    'proof_needed',
  ],
  errorFields: {
    payee_blocked: 'DestinationAccountName',
    bsb_closed: 'DestinationBSB',
    bsb_lookup_away: 'DestinationBSB',
    bpay_reference_invalid: 'DestinationAccountNumber',
  },
});

/** Content that a person confirms when changing a payee. */
export function payeeProof(body: BodyOf<typeof updatePayee>): ProofContent {
  return paymentProof(updatePayee.name, body);
}
