import '../../ui/pages/panel.css';
import './transactions.css';
import { useState, useSyncExternalStore } from 'react';
import { isNarrowPage, watchPageWidth } from '../../browser/page-width.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { BalanceNews } from '../cards/balance-news.part.tsx';
import { CardPicker, CardPickerWaiting } from '../cards/card-picker.part.tsx';
import { useCards } from '../cards/public.ts';
import { FailedPanel } from './failed-panel.tsx';
import { useKeptSearch, useKeptSize } from './kept-view.ts';
import { Spending } from './spending.part.tsx';
import { TransactionList } from './transaction-list.tsx';
import { ViewExport } from './transaction-export.tsx';
import { PAGE_SIZES, type PageSize } from './transactions.domain.ts';
import { useForgetPages } from './transactions.queries.ts';
import { lazyPart } from '../../missing-script/lazy-part.tsx';

/** Loaded when it is opened. */
const SearchFilters = lazyPart(
  async () => (await import('./search-filters.tsx')).SearchFilters,
  <SkeletonRows count={4} />,
);

/** Every transaction of a card. Another card, or another number of rows, starts the list again. */
export function TransactionsScreen() {
  const t = useTexts('transactions');
  const cards = useCards();
  const [size, setSize] = useKeptSize();
  const card = cards.reference;
  const forgetPages = useForgetPages();
  const [search, setSearch] = useKeptSearch();
  const [isFiltering, setFiltering] = useState(false);
  const isNarrow = useSyncExternalStore(watchPageWidth, isNarrowPage);
  const chooseSize = (chosen: PageSize) => {
    forgetPages();
    setSize(chosen);
  };
  const chooseCard = (index: number) => {
    forgetPages();
    setSize(PAGE_SIZES[0]);
    cards.select(index);
  };
  return (
    <div className="transactions">
      <div className="transactions__head">
        <h1 className="transactions__title">{t('title')}</h1>
        {card ? <ViewExport key={`${cards.key}/${size}`} card={card} size={size} search={search} /> : null}
      </div>
      {cards.selected && <BalanceNews key={cards.key} available={cards.selected.AvailableAccountBalance} />}
      {(card || cards.isPending) && (
        <div className="transactions__card">
          {card ? <CardPicker cards={cards.cards} index={cards.index} onSelect={chooseCard} /> : <CardPickerWaiting />}
        </div>
      )}
      <div className="transactions__list">
        {card ? (
          <TransactionList
            key={`${cards.key}/${size}`}
            card={card}
            size={size}
            onSize={chooseSize}
            search={search}
            onSearch={setSearch}
            filters={{ isOpen: isFiltering, isSheet: isNarrow, open: setFiltering }}
          />
        ) : (
          <NoCard isPending={cards.isPending} onRetry={cards.refetch} />
        )}
      </div>
      {card && (
        <div className="transactions__spending">
          {isFiltering && !isNarrow ? (
            <section className="panel transactions__panel" aria-label={t('filters')}>
              <SearchFilters search={search} onSearch={setSearch} />
            </section>
          ) : (
            <Spending card={card} onSearch={setSearch} />
          )}
        </div>
      )}
    </div>
  );
}

function NoCard({ isPending, onRetry }: { readonly isPending: boolean; readonly onRetry: () => void }) {
  if (!isPending) return <FailedPanel onRetry={onRetry} />;
  return (
    <div className="panel">
      <SkeletonRows count={PAGE_SIZES[0]} />
    </div>
  );
}
