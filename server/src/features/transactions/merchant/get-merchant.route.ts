import { err, ok } from '@wattle/contract/errors.ts';
import { getMerchant } from '@wattle/contract/transactions/get-merchant.ts';
import { SEARCH_COUNT_MAX } from '@wattle/contract/transactions/transactions.ts';
import { MERCHANT_KINDS } from '@wattle/contract/transactions/set-category.ts';
import { handle } from '../../../http/handle.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { categoryOfMerchant } from '../category.domain.ts';
import { filterOf, termsOfCriteria } from '../search/criteria.ts';
import { extendIndex, indexedDownTo } from '../search/search-index.store.ts';
import { findSequences } from '../search/search.store.ts';
import { monthsShown } from '../spending.domain.ts';
import { findOwnAccount, readMerchantCode, readPostedRows } from '../transaction.store.ts';
import { toPostedTransaction } from '../transaction.view.ts';
import { categoryGiven, merchantMonths, rowsOfMerchant } from './merchant.store.ts';

export const getMerchantRoute = handle(getMerchant, async ({ body, session, tx, ctx }) => {
  const own = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
  if (!own) return err('invalid_card_details', 'accountNumber');
  const { tenantId } = session;
  const place = { tenantId, ledgerAccountId: own.ledger_account_id };
  const seq = BigInt(body.Sequence);
  const [found] = await readPostedRows(tx, tenantId, own.ledger_account_id, { after: seq - 1n, upTo: seq });
  const row = found && toPostedTransaction(found);
  if (!row || !MERCHANT_KINDS.includes(row.Kind) || row.Description === '') return err('not_found', 'Sequence');
  const merchant = row.Description;
  const account = { ...place, newest: own.version };
  // A view writes nothing. It shows the rows that are indexed already.
  const indexedAfter = session.scope === 'view' ? await indexedDownTo(tx, account) : await extendIndex(tx, account);
  const filter = await filterOf(tx, account, {});
  const named = await findSequences(tx, place, termsOfCriteria({ merchant }), filter, {
    most: SEARCH_COUNT_MAX,
    notes: [],
  });
  const sequences = await rowsOfMerchant(tx, place, named.length > 0 ? named : [seq], merchant);
  const months = await merchantMonths(tx, place, sequences);
  const given = await categoryGiven(tx, place, merchant);
  const code = await readMerchantCode(tx, place, seq);
  const today = dayAt(ctx.clocks.business.now());
  const sumOf = (beginning: string) => {
    const within = months.filter(({ month }) => month.startsWith(beginning));
    return {
      Amount: toDollars(within.reduce((sum, { cents }) => sum + cents, 0n)),
      Count: Number(within.reduce((sum, { purchases }) => sum + purchases, 0n)),
    };
  };
  return ok({
    Name: merchant,
    Category: given ?? (row.Kind === 'cash' ? 'cash' : code === null ? row.Category : categoryOfMerchant(code)),
    RawDescription: row.RawDescription,
    FirstAt: months[0] ? toInstant(months[0].first_at) : row.TransactionDate,
    ThisMonth: sumOf(today.slice(0, 7)),
    ThisYear: sumOf(today.slice(0, 4)),
    Months: monthsShown(today).map((month) => ({ Month: month, Amount: sumOf(month.slice(0, 7)).Amount })),
    IsComplete: indexedAfter === 0n,
  });
});
