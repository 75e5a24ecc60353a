import { err, ok } from '@wattle/contract/errors.ts';
import { getRecentTransactions } from '@wattle/contract/transactions/get-recent.ts';
import { handleRead } from '../../http/handle.ts';
import { findShownCard } from '../cards/public.ts';
import { pageOf } from './page.domain.ts';
import { readOpenRows, readPostedRows } from './transaction.store.ts';
import { toOpenTransaction, toPostedTransaction } from './transaction.view.ts';

const POSTED_ROWS_SHOWN = 10;
const DECLINED_SHOWN_MS = 30 * 86_400_000;

export const getRecentTransactionsRoute = handleRead(getRecentTransactions, async ({ body, session, tx, ctx }) => {
  const card = await findShownCard(tx, session, body.Card, ctx.clocks);
  if (!card) return err('invalid_card_details');
  const page = pageOf({ newest: card.version, count: POSTED_ROWS_SHOWN, skip: 0 });
  const declinedSince = ctx.clocks.business.now() - DECLINED_SHOWN_MS;
  const [posted, open] = await Promise.all([
    readPostedRows(tx, session.tenantId, card.ledger_account_id, page),
    // The flag of the documents is always true; who sends false wants posted rows alone.
    body.IncludePending === false ? [] : readOpenRows(tx, session.tenantId, card.member_account_id, declinedSince),
  ]);
  return ok({
    HasMore: page.hasMore,
    Transactions: [...open.map(toOpenTransaction), ...posted.map(toPostedTransaction)],
  });
});
