import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { accountNumber, instant, money, requiredText } from '../wire.ts';

/**
 * Effect of a report on its payment. Stopped: it was held, planned for later or not yet with the bank, and is not made.
 * AskedBack: the other bank is asked to return it. Returned: the money was back already. WithUs: it stayed within the
 * programme, and the desk checks the account that was paid.
 */
export const SCAM_OUTCOMES = ['Stopped', 'AskedBack', 'Returned', 'WithUs'] as const;
const scamOutcome = z.enum(SCAM_OUTCOMES);
export type ScamOutcome = z.output<typeof scamOutcome>;

const scamReport = z.object({
  Reference: z.string(),
  Outcome: scamOutcome,
  ReportedAt: instant,
  /** The case at the desk is still open. */
  IsOpen: z.boolean(),
  /** The caller's payments to this payee are refused. */
  IsBlocked: z.boolean(),
});
export type ScamReport = z.output<typeof scamReport>;

const body = z.object({ accountNumber, receiptNumber: requiredText });
const ids = { accountNumber: 'account', receiptNumber: 'scamPayment' } as const;
const errors = ['invalid_card_details', 'not_found'] as const;
const errorFields = { invalid_card_details: 'accountNumber', not_found: 'receiptNumber' } as const;

/**
 * Added: a payment of the caller's, by the number of its receipt, and the effect of reporting it as a scam. Held or
 * planned payments of another holder, and money that has not left by a payment, are not found.
 */
export const getScamReport = operation({
  name: 'getScamReport',
  method: 'POST',
  reads: true,
  path: 'transfer/getScamReport',
  auth: SIGNED_IN,
  proof: 'session',
  ids,
  summary: 'What a report of a payment as a scam would do, or has done',
  body,
  response: z.object({
    Name: z.string(),
    Amount: money,
    /** Outcome of a report now. It may change, because a held payment may be carried out meanwhile. */
    WouldBe: scamOutcome,
    /** Null: it is not reported. */
    Report: z.nullable(scamReport),
  }),
  errors: [...errors],
  errorFields,
});

/**
 * Added: the caller thinks that a payment is a scam. It is stopped until the bank may have it, then asked back, its
 * payee is blocked for this holder, and the desk has a case. Reported again it answers the same report.
 */
export const reportScam = operation({
  name: 'reportScam',
  method: 'POST',
  path: 'transfer/reportScam',
  auth: SIGNED_IN,
  // It lowers a risk, so nothing may block it.
  proof: 'session',
  ids,
  summary: 'Report a payment as a scam',
  body,
  response: scamReport,
  errors: [...errors],
  errorFields,
});
