import '../../ui/pages/panel.css';
import type { CardReference } from '@wattle/contract/wire.ts';
import { dayIn } from '@wattle/contract/rules/dates.ts';
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
import { useMonthName } from './month-name.ts';
import { TransactionRow } from './transaction-row.part.tsx';
import type { FoundMonth, PageSize, Search, Sums } from './transactions.domain.ts';
import type { TransactionPages } from './transactions.queries.ts';
import { type Found, useFound } from './use-found.ts';

type SearchResultsProps = {
  readonly card: CardReference;
  readonly search: Search;
  readonly size: PageSize;
  readonly now: string;
  /** Pages already loaded for the list, which include all pending and declined rows. */
  readonly pages: TransactionPages;
  readonly onClear: () => void;
};

/** Results of a search by month: pending and declined rows from this device, posted rows from the server. */
export function SearchResults({ card, search, size, now, pages, onClear }: SearchResultsProps) {
  const t = useTexts('transactions');
  const isPosted = search.filter !== 'declined';
  const found = useFound({ card, search, size, pages });
  const { pages: posted, isSearching, rows, months } = found;
  const list = useRef<HTMLElement>(null);
  const askForMore = useFirstNewRow({
    count: rows.length,
    isLoading: posted.isLoadingMore,
    rowAt: (place) => list.current?.querySelectorAll('.rows > li')[place],
  });
  const end = useRef<HTMLDivElement>(null);
  const pressed = useLoadOnScroll({
    end,
    mayLoad: isPosted && posted.hasMore && !posted.isLoadingMore && !posted.moreFailed,
    load: posted.loadMore,
  });
  if (found.isAway && rows.length === 0) return <FailedPanel onRetry={posted.refetch} />;
  return (
    <>
      {found.isAway ? null : <FoundLine found={found} />}
      {found.isAway && (
        <div className="transactions__end" role="status">
          <p className="transactions__shown">{t('searchedHere')}</p>
          <Button tone="line" onClick={posted.refetch}>
            {t('retry')}
          </Button>
        </div>
      )}
      {isSearching && (
        <div className="panel">
          <SkeletonRows count={4} />
        </div>
      )}
      {months.length > 0 && (
        <section aria-label={t('results')} ref={list}>
          {months.map((month) => (
            <Month key={month.month} month={month} now={now} />
          ))}
        </section>
      )}
      <div role="status">{!isSearching && rows.length === 0 && <NothingFound onClear={onClear} />}</div>
      {isPosted && !found.isAway && rows.length > 0 && (
        <div className="transactions__end" ref={end}>
          <LoadMore
            pages={posted}
            count={size}
            onMore={() => {
              pressed();
              askForMore();
            }}
          />
          <SearchEnd found={found} from={search.from} />
        </div>
      )}
    </>
  );
}

/** End of the results: older rows that were not searched, or that this is all. */
function SearchEnd({ found: { pages }, from }: { readonly found: Found; readonly from: string }) {
  const t = useTexts('transactions');
  const format = useFormat();
  if (!pages.IsComplete) {
    return (
      <>
        <p className="transactions__shown">{t('notComplete')}</p>
        <Button tone="line" onClick={pages.refetch}>
          {t('searchFurther')}
        </Button>
      </>
    );
  }
  if (pages.hasMore || from === '') return null;
  return <p className="transactions__shown">{t('everythingSince', { date: format.dateOf(from) })}</p>;
}

/** The sums of what is listed, without those that are zero. */
function useSumWords(): (sums: Pick<Sums, 'moneyIn' | 'moneyOut'>) => readonly string[] {
  const t = useTexts('transactions');
  const format = useFormat();
  return ({ moneyIn, moneyOut }) => [
    ...(moneyOut > 0 ? [t('sumOut', { amount: format.money(moneyOut) })] : []),
    ...(moneyIn > 0 ? [t('sumIn', { amount: format.money(moneyIn) })] : []),
  ];
}

function FoundLine({ found: { isSearching, sums, rows } }: { readonly found: Found }) {
  const t = useTexts('transactions');
  const sumWords = useSumWords();
  const words =
    sums === null ? [t('foundMany')] : rows.length === 0 ? [] : [t('found', { count: sums.count }), ...sumWords(sums)];
  return (
    <p className="transactions__found" role="status">
      {isSearching ? t('searching') : words.join(' · ')}
    </p>
  );
}

function Month({ month: { month, rows, sums }, now }: { readonly month: FoundMonth; readonly now: string }) {
  const t = useTexts('transactions');
  const { TimeZone } = useBrand();
  const sumWords = useSumWords();
  const monthName = useMonthName('long');
  const year = month.slice(0, 4);
  const isThisYear = year === dayIn(now, TimeZone).slice(0, 4);
  return (
    <>
      <div className="found-month">
        <h2>{isThisYear ? monthName(month) : t('merchant.monthOfYear', { month: monthName(month), year })}</h2>
        {sums === null ? null : (
          <p className="figures">{[t('countOfMonth', { count: sums.count }), ...sumWords(sums)].join(' · ')}</p>
        )}
      </div>
      <ul className="rows">
        {rows.map((row) => (
          <TransactionRow key={row.TransactionId} row={row} now={now} when="day" isFull isMixed />
        ))}
      </ul>
    </>
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
