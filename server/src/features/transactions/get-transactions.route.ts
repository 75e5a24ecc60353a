import { err, ok } from '@wattle/contract/errors.ts';
import { getTransactions } from '@wattle/contract/transactions/get-transactions.ts';
import { handleRead } from '../../http/handle.ts';
import { pageOf } from './page.domain.ts';
import { findOwnAccount, readPostedRows } from './transaction.store.ts';
import { toPostedTransaction } from './transaction.view.ts';

export const getTransactionsRoute = handleRead(
  getTransactions,
  async ({ query, session, tx }) => {
    const account = await findOwnAccount(tx, session, query.accountNumber);
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
);
