import { CHANNELS, SPENDING_CATEGORIES } from '@wattle/contract/transactions/transaction.ts';
import * as z from 'zod';
import { plainText } from '@wattle/contract/rules/typed-text.ts';
import { dollarsOf } from '../../platform/money.ts';
import { refused, typedDollars, wholeNumber } from '../desk/public.ts';
import type { DeskRefusal } from '../desk/public.ts';
import { reachOf } from './rule.domain.ts';
import { type RuleTerms, ruleTerms } from './rule-terms.ts';
import { MOST_DAYS, readWindow, WINDOW } from './window.domain.ts';

/** Members of a list with commas. */
const listOf = (one: RegExp, takes: string) =>
  z
    .string()
    .overwrite((typed) => plainText(typed).replaceAll(/\s*[,，、]\s*/g, ','))
    .refine((typed) => typed.length <= 200 && typed.split(',').every((part) => one.test(part)))
    .describe(takes)
    .transform((typed) => [...new Set(typed.split(','))]);

const anyOf = (names: readonly string[]) => new RegExp(`^(${names.join('|')})$`);

const window = z
  .string()
  .overwrite((typed) => plainText(typed).toLowerCase())
  .regex(WINDOW)
  .refine((typed) => readWindow(typed).days <= MOST_DAYS)
  .describe('a time up to 90 days, as 15m, 24h, 30d, day, week or month');

/** Inputs of what a rule says. */
export const termInputs = {
  channels: listOf(anyOf(CHANNELS), `ways to pay with commas: ${CHANNELS.join(', ')}`).optional(),
  categories: listOf(
    anyOf(SPENDING_CATEGORIES),
    `categories with commas: ${SPENDING_CATEGORIES.join(', ')}`,
  ).optional(),
  codes: listOf(/^\d{4}$/, 'category codes of merchants with commas, as 7995,6051').optional(),
  countries: listOf(/^[A-Z]{2}$/, 'codes of countries with commas, as US,NZ').optional(),
  place: z.enum(['anywhere', 'abroad', 'home']).default('anywhere'),
  amountFrom: typedDollars.optional(),
  amountBelow: typedDollars.optional(),
  wallet: z.enum(['any', 'with', 'without']).default('any'),
  threeDs: z.enum(['any', 'unverified']).default('any'),
  countOf: z.enum(['asked', 'approved', 'declined', 'declinedInARow']).optional(),
  count: wholeNumber(1, 1000).optional(),
  countWithin: window.optional(),
  sumAbove: typedDollars.optional(),
  sumWithin: window.optional(),
  first: z.enum(['country', 'shop', 'category', 'abroad']).optional(),
  firstDays: wholeNumber(1, 90).default(90),
  cardYounger: wholeNumber(1, 365).optional(),
  action: z.enum(['decline', 'tell']),
  pause: wholeNumber(1, 10_080).optional(),
  tellsDesk: z.boolean().optional(),
};
type Typed = z.output<z.ZodObject<typeof termInputs>>;

/** The field at fault where inputs do not go together. */
function faultOf(typed: Typed): keyof Typed | undefined {
  if (typed.count !== undefined || typed.countOf !== undefined || typed.countWithin !== undefined) {
    if (typed.countOf === undefined) return 'countOf';
    if (typed.count === undefined) return 'count';
    if (typed.countWithin === undefined) return 'countWithin';
  }
  if ((typed.sumAbove === undefined) !== (typed.sumWithin === undefined)) {
    return typed.sumAbove === undefined ? 'sumAbove' : 'sumWithin';
  }
  if (typed.amountFrom !== undefined && typed.amountBelow !== undefined && typed.amountFrom >= typed.amountBelow) {
    return 'amountBelow';
  }
  if (typed.place === 'home' && typed.first === 'abroad') return 'first';
  if (typed.pause !== undefined && typed.action !== 'decline') return 'pause';
  return isAboutAll(typed) ? 'countOf' : undefined;
}

/** A rule without any condition would decline every purchase of the programme. */
function isAboutAll(typed: Typed): boolean {
  const lists = [typed.channels, typed.categories, typed.codes, typed.countries];
  const others = [typed.amountFrom, typed.amountBelow, typed.count, typed.sumAbove, typed.first, typed.cardYounger];
  return (
    [...lists, ...others].every((one) => one === undefined) &&
    typed.place === 'anywhere' &&
    typed.wallet === 'any' &&
    typed.threeDs === 'any'
  );
}

/** Makes the terms of a rule from the inputs, or names the field at fault. */
export function termsOf(typed: Typed): { readonly ok: true; readonly terms: RuleTerms } | DeskRefusal {
  const field = faultOf(typed);
  if (field !== undefined) return refused('input_invalid', { field });
  const { count, countOf, countWithin, sumAbove, sumWithin, first } = typed;
  const cents = (amount: bigint | undefined) => (amount === undefined ? null : Number(amount));
  const terms = ruleTerms.parse({
    channels: typed.channels ?? [],
    categories: typed.categories ?? [],
    codes: typed.codes ?? [],
    countries: typed.countries ?? [],
    place: typed.place,
    amountFrom: cents(typed.amountFrom),
    amountBelow: cents(typed.amountBelow),
    wallet: typed.wallet,
    threeDs: typed.threeDs,
    count: count === undefined ? null : { of: countOf, atLeast: count, within: countWithin },
    sum: sumAbove === undefined ? null : { above: Number(sumAbove), within: sumWithin },
    first: first === undefined ? null : { of: first, days: typed.firstDays },
    cardYounger: typed.cardYounger ?? null,
    action: typed.action,
    pause: typed.pause ?? null,
    tellsDesk: typed.tellsDesk === true,
  });
  return reachOf(terms) <= MOST_DAYS ? { ok: true, terms } : refused('input_invalid', { field: 'countWithin' });
}

/** The terms of a rule as the inputs that state them: `termsOf` makes the same terms of them. */
export function inputsOf(terms: RuleTerms): Readonly<Record<string, string | boolean>> {
  const { count, sum, first } = terms;
  const dollars = (cents: number | null = null) => (cents === null ? undefined : dollarsOf(BigInt(cents)));
  const list = (all: readonly string[]) => (all.length === 0 ? undefined : all.join(','));
  const all = {
    channels: list(terms.channels),
    categories: list(terms.categories),
    codes: list(terms.codes),
    countries: list(terms.countries),
    place: terms.place,
    amountFrom: dollars(terms.amountFrom),
    amountBelow: dollars(terms.amountBelow),
    wallet: terms.wallet,
    threeDs: terms.threeDs,
    countOf: count?.of,
    count: count ? String(count.atLeast) : undefined,
    countWithin: count?.within,
    sumAbove: dollars(sum?.above),
    sumWithin: sum?.within,
    first: first?.of,
    firstDays: first ? String(first.days) : undefined,
    cardYounger: terms.cardYounger === null ? undefined : String(terms.cardYounger),
    action: terms.action,
    pause: terms.pause === null ? undefined : String(terms.pause),
    tellsDesk: terms.tellsDesk || undefined,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string | true] => entry[1] !== undefined),
  );
}
