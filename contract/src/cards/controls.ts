import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { freshWhen } from '../proof.ts';
import { cardBody, cardReference, instant } from '../wire.ts';

/** Ways to pay that a cardholder can turn off. Tap and go has a separate call. */
export const CHANNEL_CONTROLS = ['online', 'overseas', 'cash', 'wallet'] as const;

/** Kinds of shops that a cardholder can block. */
export const CATEGORY_CONTROLS = ['gambling', 'alcohol', 'adult', 'crypto'] as const;

export const CARD_CONTROLS = [...CHANNEL_CONTROLS, ...CATEGORY_CONTROLS] as const;

export const cardControl = z.enum(CARD_CONTROLS, 'required');

export type CardControl = z.output<typeof cardControl>;

/** The controls that the product lets the holder change, and their present state. */
export const cardControls = z.object({
  Controls: z.array(
    z.object({
      Control: cardControl,
      Kind: z.enum(['channel', 'category']),
      IsAllowed: z.boolean(),
      /** End of the wait after which it is allowed; null without a wait. */
      AllowedFrom: z.nullable(instant),
    }),
  ),
  /** Hours from asking until gambling is allowed again. */
  GamblingWaitHours: z.number(),
  /** ISO 3166-1 alpha-2: purchases elsewhere are overseas. */
  HomeCountry: z.string(),
  /** Percent that a purchase overseas or in another currency costs in addition to its amount; 0: nothing. */
  ForeignFeePercent: z.number(),
});

export type CardControls = z.output<typeof cardControls>;

/** Where and for what a card works, within its holder's choice. */
export const getCardControls = operation({
  name: 'getCardControls',
  method: 'POST',
  reads: true,
  path: 'card/getControls',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Where and for what a card works',
  body: cardBody,
  response: cardControls,
  errors: ['invalid_card_details', 'card_problem'],
});

/**
 * Allows or refuses a way to pay or a kind of shop. To allow gambling again begins a wait, after which it is allowed.
 * 10001 for a card that is not in use, 20010 for a control that its product does not leave to its holder.
 */
export const changeCardControl = operation({
  name: 'changeCardControl',
  method: 'POST',
  path: 'card/changeControl',
  auth: WEB_ACCOUNT,
  proof: freshWhen('something is allowed again'),
  ids: { Card: 'card' },
  summary: 'Allow or refuse a way to pay or a kind of shop',
  body: z.object({ Card: cardReference, Control: cardControl, IsAllowed: z.boolean('required') }),
  response: cardControls,
  errors: ['invalid_card_details', 'card_problem', 'required_field'],
  errorFields: { required_field: 'Control' },
});
