import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import { SEARCH_COUNT_MAX, searchTransactions } from '@wattle/contract/transactions/search-transactions.ts';
import { SPENDING_CATEGORIES } from '@wattle/contract/transactions/transaction.ts';
import { handle } from '../../../http/handle.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { startOfDay } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/texts.ts';
import { findOwnAccount } from '../transaction.store.ts';
import { toPostedTransaction } from '../transaction.view.ts';
import { extendIndex, type SearchedAccount } from './search-index.store.ts';
import { type CategoryNames, categoryTerm, termsOf } from './search-words.domain.ts';
import { type Filter, findSequences, readMatches } from './search.store.ts';

type Body = BodyOf<typeof searchTransactions>;

const ledger = openLedger();

const NAMES: CategoryNames = new Map(
  SPENDING_CATEGORIES.map((category) => [
    category,
    (['enAU', 'zhCN'] as const).map((locale) => productTexts(locale, 'transactions')[`category.${category}`] ?? ''),
  ]),
);

const MOST_CENTS = 9_223_372_036_854_775_807n;
const DAY_MS = 86_400_000;
/** A clearing may be posted this long after its effective day: the longest hold, and some days more. */
const LATE_MS = 35 * DAY_MS;
const EVER = { from: Date.UTC(2000, 0, 1), until: Date.UTC(2200, 0, 1) };

export const searchTransactionsRoute = handle(searchTransactions, async ({ body, session, tx }) => {
  const own = await findOwnAccount(tx, session, body.accountNumber);
  if (!own) return err('invalid_card_details');
  const { tenantId } = session;
  const account: SearchedAccount = { tenantId, ledgerAccountId: own.ledger_account_id, newest: own.version };
  const place = { tenantId, ledgerAccountId: own.ledger_account_id };
  const terms = [...termsOf(body.text ?? '', NAMES), ...(body.category ? [categoryTerm(body.category)] : [])];
  const filter = await filterOf(tx, account, body);
  const most = SEARCH_COUNT_MAX + 1;
  const indexedAfter = terms.length === 0 ? 0n : await extendIndex(tx, account);
  const sequences = terms.length === 0 ? undefined : await findSequences(tx, place, terms, filter, most);
  const before = BigInt(body.before ?? Number.MAX_SAFE_INTEGER);
  const { rows, sums } = await readMatches(tx, place, filter, { before, count: body.count + 1, most }, sequences);
  const isCounted = sums.total <= BigInt(SEARCH_COUNT_MAX);
  return ok({
    HasMore: rows.length > body.count,
    Transactions: rows.slice(0, body.count).map(toPostedTransaction),
    Total: isCounted ? Number(sums.total) : null,
    MoneyIn: isCounted ? toDollars(sums.money_in) : null,
    MoneyOut: isCounted ? toDollars(sums.money_out) : null,
    IsComplete: indexedAfter === 0n,
  });
});

/** Days are of the effective date; the marks in time bound the Sequences that can have it. */
async function filterOf(tx: Tx, account: SearchedAccount, { direction, from, to }: Body): Promise<Filter> {
  const fromMs = from === undefined ? EVER.from : Math.max(EVER.from, startOfDay(from));
  const untilMs = to === undefined ? EVER.until : Math.min(EVER.until, startOfDay(to, 1));
  const hasDays = from !== undefined || to !== undefined;
  const posted = hasDays
    ? await ledger.totals(tx, account.tenantId, account.ledgerAccountId, fromMs, Math.max(fromMs, untilMs + LATE_MS))
    : undefined;
  return {
    least: direction === 'in' ? 1n : -MOST_CENTS,
    most: direction === 'out' ? -1n : MOST_CENTS,
    from: fromMs,
    until: untilMs,
    after: posted?.after ?? 0n,
    upTo: posted?.upTo ?? account.newest,
  };
}
