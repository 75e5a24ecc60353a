import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { sentFile } from '../sent-file.ts';
import { transaction } from '../transactions/transaction.ts';
import { transferAmount } from '../transfers/transfer.ts';
import { accountNumber, instant, money } from '../wire.ts';
import { typed } from '../typed.ts';

/** Reasons for disputing a payment by card. */
export const DISPUTE_REASONS = ['notMine', 'amountWrong', 'paidTwice', 'notReceived', 'noRefund'] as const;

export const disputeReason = z.enum(DISPUTE_REASONS, 'required');

export type DisputeReason = z.output<typeof disputeReason>;

export const DISPUTE_STATES = ['Open', 'NeedsInfo', 'Submitted', 'Resolved', 'Cancelled'] as const;

export type DisputeState = (typeof DISPUTE_STATES)[number];

/** How a dispute ended: money from the merchant, by the scheme, a part of it, from the programme, or none. */
export const DISPUTE_RESOLUTIONS = ['merchantCredit', 'chargeback', 'part', 'writeOff', 'lost'] as const;

export type DisputeResolution = (typeof DISPUTE_RESOLUTIONS)[number];

/** Files of one dispute. */
export const EVIDENCE_FILES_MAXIMUM = 10;

/** Characters of an explanation or message. */
export const DISPUTE_TEXT_MAXIMUM = 1000;

const text = z
  .string('required')
  .check(typed.message(), z.minLength(1, 'required'), z.maxLength(DISPUTE_TEXT_MAXIMUM, 'required'));

export const disputeText = text;

/** A posted row of an account, by its Sequence. */
export const disputedRow = { accountNumber, Sequence: z.int('required').check(z.minimum(1, 'required')) };

export const disputeId = z.string('required').check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'required'));

export const dispute = z.object({
  DisputeId: z.string(),
  /** Reference that the cardholder quotes, in the form of receipt numbers. */
  Reference: z.string(),
  Reason: disputeReason,
  /** Disputed amount, above zero. */
  Amount: money,
  Explanation: z.string(),
  State: z.enum(DISPUTE_STATES),
  Resolution: z.nullable(z.enum(DISPUTE_RESOLUTIONS)),
  /** Amount that was refunded; null until the dispute is resolved. */
  CreditedAmount: z.nullable(money),
  /** Provisional credit; null if there was none, and once it was reversed. */
  ProvisionalAmount: z.nullable(money),
  OpenedAt: instant,
  /** The last day for its answer. */
  AnswerBy: z.string(),
  /** When the merchant was asked; null if it was not. */
  SubmittedAt: z.nullable(instant),
  EndedAt: z.nullable(instant),
  Messages: z.array(z.object({ IsFromUs: z.boolean(), Text: z.string(), At: instant })),
  Files: z.array(z.object({ FileId: z.string(), Name: z.string(), Size: z.number() })),
});

export type Dispute = z.output<typeof dispute>;

/** A row, the possible actions, and its newest dispute. */
export const disputeOfRow = z.object({
  Transaction: transaction,
  /** Whether a dispute can be opened now. */
  CanDispute: z.boolean(),
  /** The payment is older than those that can be disputed. */
  IsTooOld: z.boolean(),
  /** Last day for the answer to a dispute that is opened today. */
  AnswerBy: z.string(),
  Dispute: z.nullable(dispute),
});

/** A payment by card and its dispute. */
export const getDispute = operation({
  name: 'getDispute',
  method: 'POST',
  reads: true,
  path: 'dispute/get',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'A payment by card and its dispute',
  body: z.object(disputedRow),
  response: disputeOfRow,
  errors: ['invalid_card_details', 'not_found'],
});

/** Disputes a payment by card. */
export const openDispute = operation({
  name: 'openDispute',
  method: 'POST',
  path: 'dispute/open',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'Dispute a payment by card',
  body: z.object({
    ...disputedRow,
    Reason: disputeReason,
    /** Disputed dollars. Absent: the whole payment, which a wrong amount is never. */
    Amount: z.optional(transferAmount),
    Explanation: disputeText,
  }),
  response: dispute,
  errors: ['invalid_card_details', 'not_found', 'dispute_refused', 'required_field'],
  errorFields: { required_field: 'Amount' },
});

/** Writes to the staff who handle a dispute. */
export const answerDispute = operation({
  name: 'answerDispute',
  method: 'POST',
  path: 'dispute/answer',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { DisputeId: 'dispute' },
  summary: 'Write to those who look after a dispute',
  body: z.object({ DisputeId: disputeId, Text: disputeText }),
  response: dispute,
  errors: ['not_found', 'dispute_closed'],
});

/** Adds a file to a dispute. */
export const addDisputeFile = operation({
  name: 'addDisputeFile',
  method: 'POST',
  path: 'dispute/addFile',
  encoding: 'bytes',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { DisputeId: 'dispute' },
  summary: 'Add a file to a dispute',
  body: z.object({
    DisputeId: disputeId,
    ...sentFile,
  }),
  response: dispute,
  errors: ['not_found', 'dispute_closed', 'file_refused'],
});

/** Withdraws a dispute. */
export const withdrawDispute = operation({
  name: 'withdrawDispute',
  method: 'POST',
  path: 'dispute/withdraw',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { DisputeId: 'dispute' },
  summary: 'Withdraw a dispute',
  body: z.object({ DisputeId: disputeId }),
  response: dispute,
  errors: ['not_found', 'dispute_closed'],
});
