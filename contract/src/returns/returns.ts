import * as z from 'zod/mini';
import { accountNumber, expirationDate, instant, maskedCardNumber, money } from '../wire.ts';
import { operation, SIGNED_IN } from '../operation.ts';
import { bsbNumber } from '../transfers/bsb.ts';
import { accountTitle, bankAccountNumber } from '../transfers/transfer.ts';

/** The card whose balance is returned. */
export const fundsSource = z.object({
  SourceAccountNumber: accountNumber,
  MaskedCardNumber: maskedCardNumber,
  ExpirationDate: expirationDate,
  /** A pending automatic top-up always counts; the wire carries the field. */
  CheckPendingAutoTopUp: z.optional(z.boolean('required')),
});

/** Whether the money of a card can go back to a bank account now. */
export const returnFundStatus = operation({
  name: 'returnFundStatus',
  method: 'POST',
  reads: true,
  path: 'card/returnfundstatus',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { SourceAccountNumber: 'cardAccount', MaskedCardNumber: 'maskedCard', ExpirationDate: 'cardExpiry' },
  summary: 'Whether funds can be returned',
  body: fundsSource,
  response: z.object({
    CanRequestFund: z.boolean(),
    /** Added: the code that returnfund would be refused with now, whatever the destination; null: none. */
    Refusal: z.nullable(z.string()),
    /** Purchases that are not cleared yet, or an earlier return that is pending. */
    HasPendingTransation: z.boolean(),
    /** Added: the password was reset, and no funds are returned until then. */
    HeldUntil: z.nullable(instant),
  }),
  errors: ['invalid_card_details'],
});

/**
 * Sends the available balance of a card's account to a bank account. 10001 while purchases are not cleared or an
 * earlier return is on its way, and for a day after the password was reset; 20240 where there is nothing. It needs a
 * fresh proof of its content (`returnFundProof`): 428.
 */
export const returnFund = operation({
  name: 'returnFund',
  method: 'POST',
  path: 'card/returnfund',
  auth: SIGNED_IN,
  proof: 'bound',
  money: true,
  ids: {
    SourceAccountNumber: 'cardAccount',
    MaskedCardNumber: 'maskedCard',
    ExpirationDate: 'cardExpiry',
    DestinationAccountNumber: 'anyone',
  },
  summary: 'Return the funds of a card to a bank account',
  body: z.extend(fundsSource, {
    /** `xxx-xxx`. */
    DestinationBsb: bsbNumber,
    DestinationAccountNumber: bankAccountNumber,
    DestinationAccountName: accountTitle,
  }),
  response: z.object({
    ReceiptNumber: z.string(),
    TransactionDate: instant,
    /** Dollars that are returned. */
    Amount: money,
    /** Added: until when they are held, if the account is new to its payer; null: they were sent. */
    HeldUntil: z.nullable(instant),
  }),
  errors: [
    'required_field',
    'invalid_card_details',
    'card_problem',
    'insufficient_funds',
    'kept_aside',
    'card_money_stays',
    'payee_blocked',
    'payee_reported',
    'bsb_closed',
    'bsb_lookup_away',
    'proof_needed',
    'key_reused',
  ],
  errorFields: {
    bsb_closed: 'DestinationBsb',
    bsb_lookup_away: 'DestinationBsb',
    payee_blocked: 'DestinationAccountName',
  },
});
