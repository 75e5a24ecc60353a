import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { cardBody, cardReference, isoDate, money } from '../wire.ts';

/** Fees for a new card by reason for the replacement. */
export const getCardReplacementFee = operation({
  name: 'getCardReplacementFee',
  method: 'POST',
  reads: true,
  path: 'card/getCardReplacementFee',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Fee for replacing a card',
  body: cardBody,
  response: z.object({
    /** Fee for the card in its current state. */
    ReplacementFee: money,
    /** Fee for the same card once it is reported stolen. */
    StolenReplacementFee: money,
    /** Added: the business day by which a card that is ordered now arrives; null: not known. */
    ArrivesBy: z.nullable(isoDate),
  }),
  errors: ['invalid_card_details'],
});

/**
 * Orders a new card in place of this one and takes its fee from the account. Damaged: the same number with a new
 * expiry, and the old card works until the new one is activated. Else: a new number, and the old card never works
 * again.
 */
export const replaceCard = operation({
  name: 'replaceCard',
  method: 'POST',
  path: 'card/replace',
  auth: WEB_ACCOUNT,
  proof: 'session',
  money: true,
  ids: { Card: 'card' },
  summary: 'Replace a card',
  body: z.object({ Card: cardReference, IsCardDamaged: z.boolean('required') }),
  response: z.object({
    result: z.literal(true),
    ReferenceNumber: z.string(),
    /** Dollars that were charged. */
    Fee: money,
  }),
  errors: ['invalid_card_details', 'card_problem', 'card_replaced_already', 'fee_not_covered', 'key_reused'],
});
