import '../../ui/section-head.css';
import './recent.css';
import { getRecentTransactions } from '@wattle/contract/transactions/transactions.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { Link } from '../../router/public.ts';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TransactionRow } from './transaction-row.part.tsx';
import { declinedOf, heldCents, pendingOf, postedOf, withDeclined } from './transactions.domain.ts';

/** Posted and declined rows of the card home; the rest is on the transactions page. */
const SHOWN = 7;

/** Recent transactions of a card: pending first, then posted and declined by day. */
export function RecentTransactions({ card }: { readonly card: CardReference }) {
  const t = useTexts('cards');
  const recent = useOperation(getRecentTransactions, { body: { Card: card, IncludePending: true } });
  return (
    <section aria-labelledby="recent-title">
      <div className="section-head recent-head">
        <h2 id="recent-title">{t('recent.title')}</h2>
        <Link className="section-head__way" to={paths.transactions()}>
          {t('recent.all')}
        </Link>
      </div>
      <div className="recent">
        {recent.data ? (
          <RecentRows rows={recent.data.Transactions} hasMore={recent.data.HasMore} />
        ) : (
          <RecentWaiting isPending={recent.isPending} onRetry={recent.refetch} />
        )}
      </div>
    </section>
  );
}

function RecentWaiting({ isPending, onRetry }: { readonly isPending: boolean; readonly onRetry: () => void }) {
  const t = useTexts('transactions');
  if (isPending) return <SkeletonRows count={5} />;
  return (
    <div role="alert">
      <EmptyState
        picture={<AppIcon name="list" />}
        title={t('failed')}
        text={t('failedText')}
        as="h3"
        action={
          <Button tone="tonal" small onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  );
}

function RecentRows({ rows, hasMore }: { readonly rows: readonly Transaction[]; readonly hasMore: boolean }) {
  const t = useTexts('transactions');
  const format = useFormat();
  const now = useNow();
  const pending = pendingOf(rows);
  const settled = withDeclined(postedOf(rows), declinedOf(rows), hasMore).slice(0, SHOWN);
  if (pending.length === 0 && settled.length === 0) {
    return <EmptyState picture={<AppIcon name="list" />} title={t('empty')} text={t('emptyText')} as="h3" />;
  }
  return (
    <>
      {pending.length > 0 && (
        <>
          <h3 className="recent__label">
            {t('pending')}
            <span>{t('held', { amount: format.money(heldCents(pending) / 100) })}</span>
          </h3>
          <ul className="rows">
            {pending.map((row) => (
              <TransactionRow key={row.TransactionId} row={row} now={now} when="day" />
            ))}
          </ul>
        </>
      )}
      {settled.length > 0 && (
        <>
          {pending.length > 0 && <h3 className="recent__label recent__label--next">{t('posted')}</h3>}
          <ul className="rows">
            {settled.map((row) => (
              <TransactionRow key={row.TransactionId} row={row} now={now} when="day" />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
