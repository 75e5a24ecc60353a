import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { bsbNumber } from '../transfers/bsb/bsb.ts';
import { accountTitle } from '../transfers/external/direct-entry.ts';
import { bankAccountNumber } from '../transfers/transfer.ts';
import { instant, money } from '../wire.ts';
import { fundsSource } from './source.ts';

/**
 * Sends all that is available on a card's account to a bank account. 10001 while purchases are not cleared or an
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
    /** Dollars that go back. */
    Amount: money,
    /** Added: until when they wait, where the account is new to its payer; null: they have left. */
    HeldUntil: z.nullable(instant),
  }),
  errors: [
    'required_field',
    'invalid_card_details',
    'card_problem',
    'insufficient_funds',
    'card_money_stays',
    'payee_blocked',
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
