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
import { PendingRows } from './pending-rows.tsx';
import { PostedDays } from './posted-days.tsx';
import { SearchResults } from './search-results.tsx';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionMore } from './transaction-more.tsx';
import { byDay, isNarrowed, NO_SEARCH, PAGE_SIZES, type PageSize, type Search } from './transactions.domain.ts';
import { type TransactionPages, useTransactionPages } from './transactions.queries.ts';
import { useFound } from './use-found.ts';
import { lazyPart } from '../../missing-script/lazy-part.tsx';

type TransactionListProps = {
  readonly card: CardReference;
  readonly size: PageSize;
  readonly onSize: (size: PageSize) => void;
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
  /** Whether the filters are open, and whether as a sheet: else they are beside the list. */
  readonly filters: { readonly isOpen: boolean; readonly isSheet: boolean; readonly open: (isOpen: boolean) => void };
};

/** Loaded when it is opened. */
const FiltersDialog = lazyPart(async () => (await import('./filters-dialog.tsx')).FiltersDialog);

/** The list of transactions: search and filters, pending rows, days of posted rows, and the next pages. */
export function TransactionList({ card, size, onSize, search, onSearch, filters }: TransactionListProps) {
  const t = useTexts('transactions');
  const now = useNow();
  const pages = useTransactionPages(card, size);
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
      <TransactionFilters search={search} onSearch={onSearch} isOpen={filters.isOpen} onOpen={filters.open} />
      {filters.isOpen && filters.isSheet ? (
        <FilterSheet
          asked={{ card, search: asked, size, pages }}
          search={search}
          onSearch={onSearch}
          onClose={() => filters.open(false)}
        />
      ) : null}
      <AsOf answers={pages.answers} />
      {isNarrowed(asked) ? (
        <SearchResults
          card={card}
          search={asked}
          size={size}
          now={now}
          pages={pages}
          onClear={() => onSearch(NO_SEARCH)}
        />
      ) : (
        <Later waiting={<SkeletonPanel />}>
          <WholeList pages={pages} now={now} size={size} onSize={onSize} />
        </Later>
      )}
    </>
  );
}

type FilterSheetProps = Pick<TransactionListProps, 'search' | 'onSearch'> & {
  readonly asked: Parameters<typeof useFound>[0];
  readonly onClose: () => void;
};

/** The filters over the list, with the number of what they find. */
function FilterSheet({ asked, ...dialog }: FilterSheetProps) {
  const isAsked = isNarrowed(asked.search);
  const { isSearching, sums } = useFound({ ...asked, isEnabled: isAsked });
  return <FiltersDialog {...dialog} count={isAsked && !isSearching ? (sums?.count ?? null) : null} />;
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
      {pages.pending.length > 0 && <PendingRows rows={pages.pending} now={now} />}
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
