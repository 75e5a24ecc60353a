import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { searchTransactions } from '@wattle/contract/transactions/transactions.ts';
import { SPENDING_CATEGORIES, TRANSACTION_KINDS } from '@wattle/contract/transactions/transaction.ts';
import { toCents } from '../../../platform/money.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { startOfDay } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { maskWords } from '../../../platform/secrets/typed-card-numbers.ts';
import type { SearchedAccount } from './search-index.store.ts';
import {
  categoryTerm,
  categoryWord,
  kindWord,
  merchantTerms,
  type NamedWords,
  type Term,
  termsOf,
} from './search-words.domain.ts';
import type { Filter } from './search.store.ts';

/** Criteria of a search for rows. Days are days in Melbourne, both included. */
export type Criteria = Pick<
  BodyOf<typeof searchTransactions>,
  'text' | 'category' | 'merchant' | 'direction' | 'from' | 'to' | 'atLeast' | 'atMost'
>;

const ledger = openLedger();

const inLanguages = (key: string) => LANGUAGES.map((locale) => productTexts(locale, 'transactions')[key] ?? '');

/** Purchases and cash are named by their category, as on the screen. */
const NAMED_KINDS = TRANSACTION_KINDS.filter((kind) => kind !== 'purchase' && kind !== 'cash');

const NAMES: NamedWords = new Map([
  ...SPENDING_CATEGORIES.map((category) => [categoryWord(category), inLanguages(`category.${category}`)] as const),
  ...NAMED_KINDS.map((kind) => [kindWord(kind), inLanguages(`kind.${kind}`)] as const),
]);

const MOST_CENTS = 9_223_372_036_854_775_807n;
const DAY_MS = 86_400_000;
/** A clearing may be posted this long after its effective day: the longest hold, and some days more. */
const LATE_MS = 35 * DAY_MS;
const EVER = { from: Date.UTC(2000, 0, 1), until: Date.UTC(2200, 0, 1) };

/** An empty range, which matches no row. */
const NOTHING: Term = [{ low: '#', high: '#' }];

/**
 * Words that rows must have. Without any, no index is needed. Text of only signs, such as `&`, has no word in the
 * index, so it finds nothing instead of everything.
 */
export function termsOfCriteria({ text = '', category, merchant }: Criteria): readonly Term[] {
  const words = termsOf(maskWords(text), NAMES);
  const asked = words.length === 0 && !isBlank(text) ? [NOTHING] : words;
  const ofMerchant = merchant === undefined ? [] : merchantTerms(merchant);
  const named = merchant !== undefined && ofMerchant.length === 0 ? [NOTHING] : ofMerchant;
  return [...asked, ...named, ...(category ? [categoryTerm(category)] : [])];
}

/** Days are those of the effective date. The index marks in time bound the Sequences that can have it. */
export async function filterOf(tx: Tx, account: SearchedAccount, criteria: Criteria): Promise<Filter> {
  const { direction, from, to, atLeast = 0, atMost } = criteria;
  const fromMs = from === undefined ? EVER.from : Math.max(EVER.from, startOfDay(from));
  const untilMs = to === undefined ? EVER.until : Math.min(EVER.until, startOfDay(to, 1));
  const hasDays = from !== undefined || to !== undefined;
  const posted = hasDays
    ? await ledger.totals(tx, account.tenantId, account.ledgerAccountId, fromMs, Math.max(fromMs, untilMs + LATE_MS))
    : undefined;
  const highest = atMost === undefined ? MOST_CENTS : toCents(atMost);
  return {
    least: direction === 'in' ? 1n : -highest,
    most: direction === 'out' ? -1n : highest,
    size: toCents(atLeast),
    from: fromMs,
    until: untilMs,
    after: posted?.after ?? 0n,
    upTo: posted?.upTo ?? account.newest,
  };
}
