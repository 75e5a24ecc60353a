import { err, ok } from '@wattle/contract/errors.ts';
import { SEARCH_COUNT_MAX, searchTransactions } from '@wattle/contract/transactions/search-transactions.ts';
import { handle } from '../../../http/handle.ts';
import { toDollars } from '../../../platform/money.ts';
import { notesToSearch } from '../notes/note.store.ts';
import { findOwnAccount } from '../transaction.store.ts';
import { toPostedTransaction } from '../transaction.view.ts';
import { filterOf, termsOfCriteria } from './criteria.ts';
import { extendIndex, type SearchedAccount } from './search-index.store.ts';
import { findSequences, readMatches } from './search.store.ts';

export const searchTransactionsRoute = handle(
  searchTransactions,
  async ({ body, session, tx }) => {
    const own = await findOwnAccount(tx, session, body.accountNumber);
    if (!own) return err('invalid_card_details');
    const { tenantId } = session;
    const account: SearchedAccount = { tenantId, ledgerAccountId: own.ledger_account_id, newest: own.version };
    const place = { tenantId, ledgerAccountId: own.ledger_account_id };
    const terms = termsOfCriteria(body);
    const filter = await filterOf(tx, account, body);
    const most = SEARCH_COUNT_MAX + 1;
    const indexedAfter = terms.length === 0 ? 0n : await extendIndex(tx, account);
    const find = async () => {
      const notes = body.text ? await notesToSearch(tx, session, own.ledger_account_id) : [];
      return findSequences(tx, place, terms, filter, { most, notes });
    };
    const sequences = terms.length === 0 ? undefined : await find();
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
  },
  // A standby answers where the words of the account are in the index already.
  { mayBeOld: true },
);
