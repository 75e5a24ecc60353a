import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { METHOD_NAMES } from '../rules/payment-methods.ts';
import { done, instant } from '../wire.ts';

const blockedPayeeId = z.string('required').check(z.uuid('required'), z.toLowerCase());

const blockedPayee = z.object({
  BlockedPayeeId: blockedPayeeId,
  Method: z.enum(METHOD_NAMES),
  Name: z.string(),
  /** BSB, or code of the biller; empty within the programme. */
  Bsb: z.string(),
  AccountNumber: z.string(),
  BlockedAt: instant,
});
export type BlockedPayee = z.output<typeof blockedPayee>;

/**
 * Added: payees that this sign-in has blocked by reporting a payment as a scam. All payments of its holder to them are
 * refused by 20340.
 */
export const getBlockedPayees = operation({
  name: 'getBlockedPayees',
  method: 'GET',
  path: 'transfer/blockedPayees',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: 'Payees that the caller has blocked',
  response: z.object({ Payees: z.array(blockedPayee) }),
});

/** Added: payments to a blocked payee are allowed again. Every contact of the holder is notified. */
export const unblockPayee = operation({
  name: 'unblockPayee',
  method: 'POST',
  path: 'transfer/unblockPayee',
  auth: SIGNED_IN,
  proof: 'fresh',
  ids: { BlockedPayeeId: 'blockedPayee' },
  summary: 'Allow payments to a blocked payee again',
  body: z.object({ BlockedPayeeId: blockedPayeeId }),
  response: done,
  errors: ['not_found'],
  errorFields: { not_found: 'BlockedPayeeId' },
});
