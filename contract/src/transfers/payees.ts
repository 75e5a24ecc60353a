import * as z from 'zod/mini';
import { type BodyOf, operation, SIGNED_IN } from '../operation.ts';
import { payee, PAYEE_TYPE, payeeId, payeeType, type PayeeType } from './payee.ts';
import type { ProofContent } from '../access/step-up.ts';
import { METHOD_NAMES, type PaymentMethod } from '../rules/payment-methods.ts';
import { done } from '../wire.ts';
import type { PayeeShape } from './method-call.ts';
import { METHOD_CALLS } from './method-calls.ts';
import { paymentProof } from './payment-proof.ts';
import { bsbNumber } from './bsb.ts';
import { accountTitle, bankAccountNumber } from './transfer.ts';

/**
 * The caller's saved payees of a type, by name. They belong to the sign-in that saved them: a web account's only to it,
 * a card-only person's to their card.
 */
export const getPayees = operation({
  name: 'getPayees',
  method: 'POST',
  reads: true,
  path: 'transfer/getPayees',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: "The caller's saved payees",
  body: z.object({ PayeeType: payeeType }),
  response: z.object({
    Payees: z.array(payee),
    /** How many of this type may be saved. */
    MaximumPayees: z.number(),
  }),
});

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
 * Added: changes one of the caller's saved payees without a payment; another person's gets 404. It needs a fresh proof
 * of its content (`payeeProof`): 428. 20010 with the account number where another of the caller's payees has it. This
 * call checks that the reference fits the biller; whether the biller can be paid is checked with a payment.
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

/** Deletes one of the caller's saved payees; another person's gets 404. Completed payments stay. */
export const deletePayees = operation({
  name: 'deletePayees',
  method: 'POST',
  path: 'transfer/deletePayees',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { PayeeId: 'payee' },
  summary: 'Delete a saved payee',
  body: z.object({ PayeeId: payeeId }),
  response: done,
  errors: ['not_found'],
});

/**
 * Compares the name of a payee with the one that the other side knows. It informs and never blocks: silence is
 * `cannotSay`, and so is a caller or an account that was asked about too often.
 */
export const confirmPayee = operation({
  name: 'confirmPayee',
  method: 'POST',
  reads: true,
  path: 'transfer/confirmPayee',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { AccountNumber: 'anyone' },
  summary: 'Whether a name is that of an account',
  body: z.object({
    /** Without one it is an account of the same brand. */
    Bsb: z.optional(z.nullable(bsbNumber)),
    AccountNumber: bankAccountNumber,
    AccountName: accountTitle,
  }),
  response: z.object({
    /** `noAccount`: the other bank has no such account. */
    Outcome: z.enum(['match', 'close', 'noMatch', 'cannotSay', 'closed', 'noAccount']),
    /** The name of a business, as the other side returns it. The name of a person is never returned. */
    BusinessName: z.nullable(z.string()),
  }),
  errors: [],
});
