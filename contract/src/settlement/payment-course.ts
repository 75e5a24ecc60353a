import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { sessionShowing, WHOLE_REFERENCE } from '../proof.ts';
import { accountNumber, instant, isoDate, money, requiredText } from '../wire.ts';
import { BANK_METHODS, METHOD_NAMES } from '../rules/payment-methods.ts';

/**
 * Asked: the desk has it. Requested: the other bank was asked. Recovered: the money is back. Refused: the other bank
 * does not send it back.
 */
const mistakenState = z.enum(['Asked', 'Requested', 'Recovered', 'Refused']);

export const mistakenPayment = z.object({
  Reference: z.string(),
  State: mistakenState,
  /** Duty of the other bank, by how long ago the payment was made. */
  Rule: z.enum(['tenDays', 'sevenMonths', 'consent']),
  AskedAt: instant,
  ChangedAt: instant,
});

/**
 * Added: a payment to another bank or a biller went to the wrong account. If the bank has not taken the payment, it is
 * stopped and becomes Recovered; otherwise the programme asks for it back. A repeated call returns the present state. A
 * payment that has come back is not found.
 */
export const reportMistakenPayment = operation({
  name: 'reportMistakenPayment',
  method: 'POST',
  path: 'transfer/reportMistakenPayment',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { accountNumber: 'account', receiptNumber: 'paymentOut' },
  summary: 'Ask for a payment back that went to the wrong account',
  body: z.object({ accountNumber, receiptNumber: requiredText }),
  response: mistakenPayment,
  errors: ['invalid_card_details', 'not_found'],
  errorFields: { invalid_card_details: 'accountNumber', not_found: 'receiptNumber' },
});

/** Made: waits for the next file. Sent: the bank has it. Settled: passed on, or paid. Returned: it came back. */
const PAYMENT_STATES = ['Made', 'Sent', 'Settled', 'Returned'] as const;
const paymentState = z.enum(PAYMENT_STATES);

/** Way of a payment to the bank: in a file with others, or by a separate call. */
export const paymentRail = z.enum(['file', 'call']);

/** Why the network did not carry out a payment that was called for. */
export const CALL_REASONS = [
  'noAccount',
  'closed',
  'blocked',
  'accountType',
  'notAllowed',
  'bsbNotInstant',
  'bankAway',
  'tooMuch',
  'died',
  'legal',
  'fraud',
  'byRecipient',
  'noReason',
  'duplicate',
  'ours',
  'payIdMoved',
  'payIdUnknown',
  'payIdAway',
] as const;

/** Why it came back from a file: the return code of direct entry, the result of a bill, or that it was never sent. */
const FILE_REASONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'declined', 'reversed', 'stopped'] as const;

/** Why a payment came back. */
export const RETURN_REASONS = [...FILE_REASONS, ...CALL_REASONS] as const;
const returnReason = z.enum(RETURN_REASONS);
export type ReturnReason = z.output<typeof returnReason>;

/** Added: where the money of a payment to another bank or a biller is. */
export const getPaymentCourse = operation({
  name: 'getPaymentCourse',
  method: 'POST',
  reads: true,
  path: 'transfer/getPaymentCourse',
  auth: SIGNED_IN,
  proof: sessionShowing(WHOLE_REFERENCE),
  ids: { accountNumber: 'account', receiptNumber: 'paymentOut' },
  summary: 'Where a payment to another bank or a biller is',
  body: z.object({ accountNumber, receiptNumber: requiredText }),
  response: z.object({
    /** Null: the payment stayed within the programme. */
    Course: z.nullable(
      z.object({
        State: paymentState,
        Method: z.enum(BANK_METHODS),
        Rail: paymentRail,
        /** The bank was asked for it by a call and has given no answer. It is asked about, and never sent again. */
        IsUnsure: z.boolean(),
        /** When the network refused the call, and a file took the payment over; null: it did not. */
        SwitchedAt: z.nullable(instant),
        /** The network's number of a payment that was paid by a call; null: it has none. */
        NetworkId: z.nullable(z.string()),
        MadeAt: instant,
        SentAt: z.nullable(instant),
        SettledAt: z.nullable(instant),
        ReturnedAt: z.nullable(instant),
        /** The business day on which it counts. */
        ValueDate: isoDate,
        /** The day by which the other bank or the biller has it. */
        ArrivalDate: isoDate,
        Reason: z.nullable(returnReason),
        /** State of the recovery, if the payer has said that the payment went to the wrong account. */
        Mistaken: z.nullable(mistakenPayment),
      }),
    ),
    /** Details for making the payment again; null if that is impossible, as for a return of funds. */
    Again: z.nullable(
      z.object({
        Method: z.enum(METHOD_NAMES),
        Name: z.string(),
        /** BSB, or code of the biller; empty within the programme. */
        Bsb: z.string(),
        /** Account number, or reference of the bill: masked where it is a card number and there is no proof. */
        AccountNumber: z.string(),
        Purpose: z.nullable(z.number()),
        Amount: money,
        Description: z.string(),
        RecipientDescription: z.string(),
      }),
    ),
  }),
  errors: ['invalid_card_details', 'not_found'],
  errorFields: { invalid_card_details: 'accountNumber', not_found: 'receiptNumber' },
});
