import '../../ui/panel.css';
import type { CardReference } from '@wattle/contract/wire.ts';
import { useDeferredValue, useRef, useState } from 'react';
import { useNow } from '../../api/use-now.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useFirstNewRow } from '../../ui/use-first-new-row.ts';
import { PendingRows } from './pending-rows.tsx';
import { PostedDays } from './posted-days.tsx';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionMore } from './transaction-more.tsx';
import { byDay, type Filter, matches, type PageSize } from './transactions.domain.ts';
import { useTransactionPages } from './transactions.queries.ts';

type TransactionListProps = {
  readonly card: CardReference;
  readonly size: PageSize;
  readonly onSize: (size: PageSize) => void;
};

/** Search and filter, pending rows, days of posted rows, and the way to more of them. */
export function TransactionList({ card, size, onSize }: TransactionListProps) {
  const t = useTexts('transactions');
  const { TimeZone } = useBrand();
  const now = useNow();
  const pages = useTransactionPages(card, size);
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const query = useDeferredValue(search);
  const isNarrowed = filter !== 'all' || query.trim() !== '';
  const rows = pages.rows.filter((row) => matches(row, filter, query));
  const posted = useRef<HTMLElement>(null);
  const askForMore = useFirstNewRow({
    count: rows.length,
    isLoading: pages.isLoadingMore,
    rowAt: (place) => posted.current?.querySelectorAll('.rows > li')[place],
  });

  if (pages.state === 'pending') return <SkeletonPanel />;
  if (pages.state === 'failed') return <FailedPanel onRetry={pages.refetch} />;

  const pending = pages.pending.filter((row) => matches(row, filter, query));
  const days = byDay(rows, TimeZone, { all: !isNarrowed, hasMore: pages.hasMore });
  const found = pending.length + rows.length;
  const isEmpty = pages.pending.length === 0 && pages.rows.length === 0;
  if (isEmpty) {
    return (
      <div className="panel">
        <EmptyState picture={<AppIcon name="list" />} title={t('empty')} text={t('emptyText')} />
      </div>
    );
  }
  return (
    <>
      <TransactionFilters filter={filter} onFilter={setFilter} search={search} onSearch={setSearch} />
      <p className="transactions__found" role="status">
        {isNarrowed && t('found', { count: found })}
        {isNarrowed && pages.hasMore && (
          <span> {t('searchesLoaded', { shown: pages.postedCount, total: pages.total })}</span>
        )}
      </p>
      {pending.length > 0 && <PendingRows rows={pending} now={now} isAll={pending.length === pages.pending.length} />}
      {days.length > 0 && <PostedDays days={days} now={now} ref={posted} />}
      {found === 0 && (
        <div className="panel">
          <EmptyState
            picture={<AppIcon name="search" />}
            title={t('nothingFound')}
            text={t(pages.hasMore ? 'nothingFoundText' : 'nothingFoundAllText')}
            action={
              <Button
                tone="tonal"
                small
                onClick={() => {
                  setSearch('');
                  setFilter('all');
                }}
              >
                {t('clearSearch')}
              </Button>
            }
          />
        </div>
      )}
      <TransactionMore pages={pages} size={size} onSize={onSize} onMore={askForMore} />
    </>
  );
}

function SkeletonPanel() {
  return (
    <div className="panel">
      <SkeletonRows count={8} />
    </div>
  );
}

function FailedPanel({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts('transactions');
  return (
    <div className="panel" role="alert">
      <EmptyState
        picture={<Icon name="offline" />}
        title={t('failed')}
        text={t('failedText')}
        action={<Button onClick={onRetry}>{t('retry')}</Button>}
      />
    </div>
  );
}
