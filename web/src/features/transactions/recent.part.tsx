import '../../ui/pages/page-parts.css';
import './recent.css';
import { getRecentTransactions } from '@wattle/contract/transactions/transactions.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { Link } from '../../router/public.ts';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { OwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { AsOf } from '../../layout/as-of.tsx';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Later } from '../../ui/later.tsx';
import { Money } from '../../ui/money.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { TransactionRow } from './transaction-row.part.tsx';
import { declinedOf, heldCents, isComing, pendingOf, postedOf, withDeclined } from './transactions.domain.ts';

/** Number of posted and declined rows on the card home. The transactions page has the rest. */
const SHOWN = 7;

/** Ids of the headings in the list, so that links lead to them. */
export const PENDING_ID = 'recent-pending';
export const WAITING_ID = 'recent-waiting';

/** Pending purchases of a card and cents held for them; null while they are not known. */
export function usePending(card: CardReference): { readonly count: number; readonly cents: number } | null {
  const { data } = useOperation(getRecentTransactions, { body: { Card: card, IncludePending: true } });
  if (!data) return null;
  const pending = pendingOf(data.Transactions);
  const held = pending.filter((row) => !isComing(row));
  return { count: held.length, cents: heldCents(held) };
}

type RecentTransactionsProps = {
  readonly card: CardReference;
  /** Held payments, with the words for the end of each hold. */
  readonly waiting: readonly ScheduledPayment[];
  readonly untilOf: (at: string) => string;
};

/** Recent transactions of a card: pending first, then posted and declined by day. */
export function RecentTransactions({ card, waiting, untilOf }: RecentTransactionsProps) {
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
      <AsOf answers={[recent]} />
      <div className="recent">
        {recent.data ? (
          <Later waiting={<SkeletonRows count={5} />}>
            <RecentRows
              rows={recent.data.Transactions}
              hasMore={recent.data.HasMore}
              waiting={waiting}
              untilOf={untilOf}
            />
          </Later>
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

type RecentRowsProps = Omit<RecentTransactionsProps, 'card'> & {
  readonly rows: readonly Transaction[];
  readonly hasMore: boolean;
};

function RecentRows({ rows, hasMore, waiting, untilOf }: RecentRowsProps) {
  const t = useTexts('transactions');
  const now = useNow();
  const pending = pendingOf(rows);
  const settled = withDeclined(postedOf(rows), declinedOf(rows), hasMore).slice(0, SHOWN);
  if (pending.length === 0 && settled.length === 0 && waiting.length === 0) {
    return <EmptyState picture={<AppIcon name="list" />} title={t('empty')} text={t('emptyText')} as="h3" />;
  }
  return (
    <>
      {pending.length > 0 && (
        <>
          <h3 className="recent__label" id={PENDING_ID} tabIndex={-1}>
            {t('pending')}
            {!pending.every(isComing) && (
              <span>
                <OwnedMoney dollars={heldCents(pending) / 100} />
              </span>
            )}
          </h3>
          <ul className="rows">
            {pending.map((row) => (
              <TransactionRow key={row.TransactionId} row={row} now={now} when="day" />
            ))}
          </ul>
        </>
      )}
      {waiting.length > 0 && <WaitingRows waiting={waiting} untilOf={untilOf} isFirst={pending.length === 0} />}
      {settled.length > 0 && (
        <>
          {pending.length + waiting.length > 0 && <h3 className="recent__label recent__label--next">{t('posted')}</h3>}
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

type WaitingRowsProps = Pick<RecentTransactionsProps, 'waiting' | 'untilOf'> & { readonly isFirst: boolean };

/** Held payments. Each one links to the page where it can be stopped. */
function WaitingRows({ waiting, untilOf, isFirst }: WaitingRowsProps) {
  const t = useTexts('transactions');
  const dollars = waiting.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  return (
    <>
      <h3 className={classNames('recent__label', !isFirst && 'recent__label--next')} id={WAITING_ID} tabIndex={-1}>
        {t('waiting')}
        <span>
          <OwnedMoney dollars={dollars} />
        </span>
      </h3>
      <ul className="rows">
        {waiting.map(({ id, accountName, amount, heldUntil }) => (
          <li key={id}>
            <Link className="row" to={paths.scheduledPayments()}>
              <span className="row__icon row__icon--pending">
                <Icon name="clock" size="s" />
              </span>
              <span>
                <span className="row__title">{accountName}</span>
                <span className="row__line">{t('waitingUntil', { until: untilOf(heldUntil ?? '') })}</span>
              </span>
              <span className="row__amount row__amount--pending">
                <Money dollars={-amount} kind="pending" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
