import '../../ui/pages/panel.css';
import type { CardReference } from '@wattle/contract/wire.ts';
import { useRef } from 'react';
import { useNow } from '../../api/use-now.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AsOf } from '../../layout/as-of.tsx';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Later } from '../../ui/later.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { useFirstNewRow } from '../../ui/use-first-new-row.ts';
import { useSettled } from '../../ui/fields/use-settled.ts';
import { FailedPanel } from './failed-panel.tsx';
import { useKeptSearch } from './kept-view.ts';
import { PendingRows } from './pending-rows.tsx';
import { PostedDays } from './posted-days.tsx';
import { SearchResults } from './search-results.tsx';
import { TransactionExport } from './transaction-export.tsx';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionMore } from './transaction-more.tsx';
import { byDay, isNarrowed, NO_SEARCH, PAGE_SIZES, type PageSize } from './transactions.domain.ts';
import { type TransactionPages, useTransactionPages } from './transactions.queries.ts';

type TransactionListProps = {
  readonly card: CardReference;
  readonly size: PageSize;
  readonly onSize: (size: PageSize) => void;
};

/** The list of transactions: search and filters, pending rows, days of posted rows, and the next pages. */
export function TransactionList({ card, size, onSize }: TransactionListProps) {
  const t = useTexts('transactions');
  const now = useNow();
  const pages = useTransactionPages(card, size);
  const [search, setSearch] = useKeptSearch();
  const asked = useSettled(search);

  if (pages.state === 'pending') return <SkeletonPanel />;
  if (pages.state === 'failed') return <FailedPanel onRetry={pages.refetch} />;
  if (pages.pending.length === 0 && pages.rows.length === 0) {
    return (
      <div className="panel">
        <EmptyState picture={<AppIcon name="list" />} title={t('empty')} text={t('emptyText')} />
      </div>
    );
  }
  return (
    <>
      <TransactionFilters search={search} onSearch={setSearch} />
      <AsOf answers={pages.answers} />
      {isNarrowed(asked) ? (
        <SearchResults
          card={card}
          search={asked}
          size={size}
          now={now}
          pages={pages}
          onClear={() => setSearch(NO_SEARCH)}
        />
      ) : (
        <>
          <TransactionExport accountNumber={card.AccountNumber} rows={pages.rows} />
          <Later waiting={<SkeletonPanel />}>
            <WholeList pages={pages} now={now} size={size} onSize={onSize} />
          </Later>
        </>
      )}
    </>
  );
}

type WholeListProps = Pick<TransactionListProps, 'size' | 'onSize'> & {
  readonly pages: TransactionPages;
  readonly now: string;
};

function WholeList({ pages, now, size, onSize }: WholeListProps) {
  const { TimeZone } = useBrand();
  const posted = useRef<HTMLElement>(null);
  const askForMore = useFirstNewRow({
    count: pages.rows.length,
    isLoading: pages.isLoadingMore,
    rowAt: (place) => posted.current?.querySelectorAll('.rows > li')[place],
  });
  const days = byDay(pages.rows, TimeZone, { all: true, hasMore: pages.hasMore });
  return (
    <>
      {pages.pending.length > 0 && <PendingRows rows={pages.pending} now={now} isAll />}
      {days.length > 0 && <PostedDays days={days} now={now} ref={posted} />}
      <TransactionMore pages={pages} size={size} onSize={onSize} onMore={askForMore} />
    </>
  );
}

function SkeletonPanel() {
  return (
    <div className="panel">
      <SkeletonRows count={PAGE_SIZES[0]} />
    </div>
  );
}
