import { err, ok } from '@wattle/contract/errors.ts';
import {
  getRecentTransactions,
  getSpending,
  getTransactions,
  SEARCH_COUNT_MAX,
  searchTransactions,
} from '@wattle/contract/transactions/transactions.ts';
import { getTransactionNotes, saveTransactionNote } from '@wattle/contract/transactions/notes.ts';
import type { DocumentRoute } from '../../http/document.ts';
import { handle, handleRead, type Route } from '../../http/handle.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { toDollars } from '../../platform/money.ts';
import { findShownCard } from '../card-facts/public.ts';
import { exportOfMonthsDocument, exportOfRangeDocument } from './export/export.documents.ts';
import { keptReceiptDocument, keptReceiptRoutes } from './kept-receipts/kept-receipts.routes.ts';
import { getMerchantRoute } from './merchant/get-merchant.route.ts';
import { rowsOfMerchant } from './merchant/merchant.store.ts';
import { listNotes, notesToSearch, saveNote } from './notes/note.store.ts';
import { pageOf } from './page.domain.ts';
import { filterOf, termsOfCriteria } from './search/criteria.ts';
import { extendIndex, type SearchedAccount } from './search/search-index.store.ts';
import { findSequences, readMatches } from './search/search.store.ts';
import { monthsShown, pictureOf } from './spending.domain.ts';
import {
  findOwnAccount,
  readComingRefunds,
  readInterestSince,
  readOpenRows,
  readPostedRows,
  readSpending,
} from './transaction.store.ts';
import { inOrder, toComingRefund, toOpenTransaction, toPostedTransaction } from './transaction.view.ts';
import { setTransactionCategory } from '@wattle/contract/transactions/set-category.ts';
import { setCategory } from './category/set-category.store.ts';

const setCategoryRoute = handle(setTransactionCategory, async ({ body, session, tx, ctx }) => {
  const account = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const isSet = await setCategory(tx, session.tenantId, account, {
    seq: BigInt(body.Sequence),
    category: body.Category,
    isForMerchant: body.IsForMerchant ?? false,
  });
  return isSet ? ok({ IsSuccessful: true as const }) : err('not_found', 'Sequence');
});

const POSTED_ROWS_SHOWN = 10;

const DECLINED_SHOWN_MS = 30 * 86_400_000;

/** Transactions of an account: pages, search, spending, notes. */
export const transactionRoutes: readonly Route[] = [
  handleRead(getRecentTransactions, async ({ body, session, tx, ctx }) => {
    const card = await findShownCard(tx, session, body.Card, ctx.clocks);
    if (!card) return err('invalid_card_details');
    const page = pageOf({ newest: card.version, count: POSTED_ROWS_SHOWN, skip: 0 });
    const now = ctx.clocks.business.now();
    const isWithOpen = body.IncludePending !== false;
    const [posted, open, coming] = await Promise.all([
      readPostedRows(tx, session.tenantId, card.ledger_account_id, page),
      // The documented flag is always true. A caller that sends false wants only posted rows.
      isWithOpen ? readOpenRows(tx, session, card.member_account_id, now - DECLINED_SHOWN_MS) : [],
      isWithOpen ? readComingRefunds(tx, session.tenantId, card.member_account_id, now) : [],
    ]);
    const refunds = coming.map((row) => toComingRefund(row, dayAt(now)));
    return ok({
      HasMore: page.hasMore,
      Transactions: [...inOrder(open.map(toOpenTransaction), refunds), ...posted.map(toPostedTransaction)],
    });
  }),

  handleRead(
    getTransactions,
    async ({ query, session, tx, ctx }) => {
      const account = await findOwnAccount(tx, session, query.accountNumber, ctx.clocks);
      if (!account) return err('invalid_card_details');
      const page = pageOf({ newest: account.version, ...query });
      const rows = await readPostedRows(tx, session.tenantId, account.ledger_account_id, page);
      return ok({
        HasMore: page.hasMore,
        Transactions: rows.map(toPostedTransaction),
        AsOf: Number(page.asOf),
        Total: Number(page.asOf),
      });
    },
    { mayBeOld: true },
  ),

  handle(
    searchTransactions,
    async ({ body, session, tx, ctx }) => {
      const own = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
      if (!own) return err('invalid_card_details');
      const { tenantId } = session;
      const account: SearchedAccount = { tenantId, ledgerAccountId: own.ledger_account_id, newest: own.version };
      const place = { tenantId, ledgerAccountId: own.ledger_account_id };
      const terms = termsOfCriteria(body);
      // Words are looked for in own notes too, and a search may have to index the account first.
      if (terms.length > 0 && session.scope === 'view') return err('view_only');
      const filter = await filterOf(tx, account, body);
      const most = SEARCH_COUNT_MAX + 1;
      const indexedAfter = terms.length === 0 ? 0n : await extendIndex(tx, account);
      const find = async () => {
        const notes = body.text ? await notesToSearch(tx, session, own.ledger_account_id) : [];
        const found = await findSequences(tx, place, terms, filter, { most, notes });
        return body.merchant === undefined ? found : rowsOfMerchant(tx, place, found, body.merchant);
      };
      const sequences = terms.length === 0 ? undefined : await find();
      const before = BigInt(body.before ?? Number.MAX_SAFE_INTEGER);
      const { rows, months } = await readMatches(tx, place, filter, { before, count: body.count + 1, most }, sequences);
      const sumOf = (part: 'total' | 'money_in' | 'money_out') => months.reduce((sum, month) => sum + month[part], 0n);
      const isCounted = sumOf('total') <= BigInt(SEARCH_COUNT_MAX);
      return ok({
        HasMore: rows.length > body.count,
        Transactions: rows.slice(0, body.count).map(toPostedTransaction),
        Total: isCounted ? Number(sumOf('total')) : null,
        MoneyIn: isCounted ? toDollars(sumOf('money_in')) : null,
        MoneyOut: isCounted ? toDollars(sumOf('money_out')) : null,
        Months: isCounted
          ? months.map(({ month, total, money_in, money_out }) => ({
              Month: month,
              Total: Number(total),
              MoneyIn: toDollars(money_in),
              MoneyOut: toDollars(money_out),
            }))
          : [],
        IsComplete: indexedAfter === 0n,
      });
    },
    // A standby answers where the words of the account are already indexed.
    { mayBeOld: true },
  ),

  handleRead(getSpending, async ({ body, session, tx, ctx }) => {
    const card = await findShownCard(tx, session, body.Card, ctx.clocks);
    if (!card) return err('invalid_card_details');
    const today = dayAt(ctx.clocks.business.now());
    const months = monthsShown(today);
    const first = months[0] ?? today;
    const current = months.at(-1) ?? today;
    const dayOfMonth = Number(today.slice(8));
    const rows = await readSpending(tx, session.tenantId, card.member_account_id, first, dayOfMonth);
    const picture = pictureOf(months, rows);
    const interest = await readInterestSince(tx, session.tenantId, card.ledger_account_id, current);
    return ok({
      Months: picture.months.map(({ month, cents }) => ({ Month: month, Amount: toDollars(cents) })),
      Categories: picture.categories.map(({ category, cents }) => ({ Category: category, Amount: toDollars(cents) })),
      EarlierCategories: picture.earlier.map(({ month, category, cents }) => ({
        Month: month,
        Category: category,
        Amount: toDollars(cents),
      })),
      PreviousToDate: toDollars(picture.previousToDate),
      InterestThisMonth: toDollars(interest),
    });
  }),

  handleRead(getTransactionNotes, async ({ body, session, tx, ctx }) => {
    const account = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const notes = await listNotes(tx, session, account.ledger_account_id);
    return ok({ Notes: notes.map(({ seq, words }) => ({ Sequence: Number(seq), Note: words })) });
  }),

  handle(saveTransactionNote, async ({ body, session, tx, ctx }) => {
    const account = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const seq = BigInt(body.Sequence);
    if (seq > account.version) return err('not_found', 'Sequence');
    await saveNote(tx, session, account.ledger_account_id, { seq, words: body.Note });
    return ok({ IsSuccessful: true as const });
  }),

  setCategoryRoute,
  getMerchantRoute,
  ...keptReceiptRoutes,
];

/** Every file of transactions that a person can save. */
export const transactionDocuments: readonly DocumentRoute[] = [
  exportOfRangeDocument,
  exportOfMonthsDocument,
  keptReceiptDocument,
];
