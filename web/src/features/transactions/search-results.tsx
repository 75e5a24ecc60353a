import '../../ui/pages/panel.css';
import type { CardReference } from '@wattle/contract/wire.ts';
import { useRef } from 'react';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { useFirstNewRow } from '../../ui/use-first-new-row.ts';
import { useLoadOnScroll } from '../../ui/use-load-on-scroll.ts';
import { FailedPanel } from './failed-panel.tsx';
import { LoadMore } from './load-more.tsx';
import { PendingRows } from './pending-rows.tsx';
import { PostedDays } from './posted-days.tsx';
import { TransactionExport } from './transaction-export.tsx';
import { criteriaOf, useTransactionSearch } from './transaction-search.queries.ts';
import { byDay, matches, type PageSize, type Search, withDeclined } from './transactions.domain.ts';
import type { TransactionPages } from './transactions.queries.ts';

type SearchResultsProps = {
  readonly card: CardReference;
  readonly search: Search;
  readonly size: PageSize;
  readonly now: string;
  /** Pages already loaded for the list, which include all pending and declined rows. */
  readonly pages: TransactionPages;
  readonly onClear: () => void;
};

/** Results of a search: pending and declined rows from this device, posted rows from the server's whole history. */
export function SearchResults({ card, search, size, now, pages, onClear }: SearchResultsProps) {
  const t = useTexts('transactions');
  const { TimeZone } = useBrand();
  const isPosted = search.filter !== 'declined';
  const found = useTransactionSearch(card.AccountNumber, criteriaOf(search), size, isPosted);
  const pending = pages.pending.filter((row) => matches(row, search, TimeZone));
  const declined = pages.declined.filter((row) => matches(row, search, TimeZone));
  const rows = withDeclined(isPosted ? found.rows : [], declined, isPosted && found.hasMore);
  const posted = useRef<HTMLElement>(null);
  const askForMore = useFirstNewRow({
    count: rows.length,
    isLoading: found.isLoadingMore,
    rowAt: (place) => posted.current?.querySelectorAll('.rows > li')[place],
  });
  const end = useRef<HTMLDivElement>(null);
  const pressed = useLoadOnScroll({
    end,
    mayLoad: isPosted && found.hasMore && !found.isLoadingMore && !found.moreFailed,
    load: found.loadMore,
  });
  if (isPosted && found.state === 'failed') return <FailedPanel onRetry={found.refetch} />;
  const isSearching = isPosted && found.state === 'pending';
  const days = byDay(rows, TimeZone, { all: false, hasMore: false });
  return (
    <>
      <TransactionExport accountNumber={card.AccountNumber} rows={isPosted ? found.rows : []} search={search}>
        <Found
          isSearching={isSearching}
          count={
            isPosted ? (found.Total === null ? null : found.Total + pending.length + declined.length) : rows.length
          }
          moneyIn={isPosted ? found.MoneyIn : null}
          moneyOut={isPosted ? found.MoneyOut : null}
        />
      </TransactionExport>
      {pending.length > 0 && <PendingRows rows={pending} now={now} isAll={false} />}
      {isSearching && (
        <div className="panel">
          <SkeletonRows count={4} />
        </div>
      )}
      {days.length > 0 && <PostedDays days={days} now={now} ref={posted} />}
      {!isSearching && pending.length === 0 && rows.length === 0 && <NothingFound onClear={onClear} />}
      {isPosted && (
        <div className="transactions__end" ref={end}>
          <LoadMore
            pages={found}
            count={size}
            onMore={() => {
              pressed();
              askForMore();
            }}
          />
          {!found.IsComplete && (
            <>
              <p className="transactions__shown">{t('notComplete')}</p>
              <Button tone="line" onClick={found.refetch}>
                {t('searchFurther')}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}

type FoundProps = {
  readonly isSearching: boolean;
  /** Null: more than the server counts. */
  readonly count: number | null;
  readonly moneyIn: number | null;
  readonly moneyOut: number | null;
};

function Found({ isSearching, count, moneyIn, moneyOut }: FoundProps) {
  const t = useTexts('transactions');
  const format = useFormat();
  return (
    <p className="transactions__found" role="status">
      {isSearching ? t('searching') : count === null ? t('foundMany') : t('found', { count })}
      {!isSearching && moneyIn !== null && moneyOut !== null && moneyIn + moneyOut > 0 && (
        <span> {t('foundSums', { moneyIn: format.money(moneyIn), moneyOut: format.money(moneyOut) })}</span>
      )}
    </p>
  );
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const t = useTexts('transactions');
  const ui = useTexts('ui');
  return (
    <div className="panel">
      <EmptyState
        picture={<AppIcon name="search" />}
        title={t('nothingFound')}
        text={t('nothingFoundAllText')}
        action={
          <Button tone="tonal" small onClick={onClear}>
            {ui('clearSearch')}
          </Button>
        }
      />
    </div>
  );
}
