import { CHANNELS, SPENDING_CATEGORIES } from '@wattle/contract/transactions/transaction.ts';
import * as z from 'zod';
import { WINDOW } from './window.domain.ts';

const window = z.string().regex(WINDOW);

/**
 * Terms of a version of a rule. A list is any of its members, empty for all; everything that is given has to be so.
 * Amounts are cents.
 */
export const ruleTerms = z.object({
  channels: z.array(z.enum(CHANNELS)),
  categories: z.array(z.enum(SPENDING_CATEGORIES)),
  /** Category codes of merchants, ISO 18245. */
  codes: z.array(z.string().regex(/^\d{4}$/)),
  /** ISO 3166-1 alpha-2. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)),
  place: z.enum(['anywhere', 'abroad', 'home']),
  amountFrom: z.int().min(1).nullable(),
  amountBelow: z.int().min(1).nullable(),
  wallet: z.enum(['any', 'with', 'without']),
  threeDs: z.enum(['any', 'unverified']),
  /** Purchases of the same kind on the card, with this one unless declines are counted. */
  count: z
    .object({
      of: z.enum(['asked', 'approved', 'declined', 'declinedInARow']),
      atLeast: z.int().min(1).max(1000),
      within: window,
    })
    .nullable(),
  /** Cents of approved purchases of the same kind on the card, and of this one. */
  sum: z.object({ above: z.int().min(0), within: window }).nullable(),
  /** Not approved on this card before, within so many days. */
  first: z.object({ of: z.enum(['country', 'shop', 'category', 'abroad']), days: z.int().min(1).max(90) }).nullable(),
  /** The card was made fewer days ago. */
  cardYounger: z.int().min(1).max(365).nullable(),
  action: z.enum(['decline', 'tell']),
  /** Minutes for which purchases through the same channels are declined after a decline; null: none. */
  pause: z.int().min(1).max(10_080).nullable(),
  tellsDesk: z.boolean(),
});
export type RuleTerms = z.output<typeof ruleTerms>;
