import '../../ui/panel.css';
import './transactions.css';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BalanceNews } from '../cards/balance-news.part.tsx';
import { CardPicker } from '../cards/card-picker.part.tsx';
import { useCards } from '../cards/public.ts';
import { Spending } from './spending.part.tsx';
import { TransactionList } from './transaction-list.tsx';
import { PAGE_SIZES, type PageSize } from './transactions.domain.ts';

/** Every transaction of a card. Another card, or another number of rows, starts the list anew. */
export function TransactionsScreen() {
  const t = useTexts('transactions');
  const cards = useCards();
  const [size, setSize] = useState<PageSize>(PAGE_SIZES[0]);
  const card = cards.reference;
  const chooseCard = (index: number) => {
    setSize(PAGE_SIZES[0]);
    cards.select(index);
  };
  return (
    <div className="transactions">
      <h1 className="transactions__title">{t('title')}</h1>
      {cards.selected && <BalanceNews key={cards.key} available={cards.selected.AvailableAccountBalance} />}
      {card && (
        <div className="transactions__side">
          <div className="transactions__card">
            <CardPicker cards={cards.cards} index={cards.index} onSelect={chooseCard} />
          </div>
          <div className="transactions__spending">
            <Spending card={card} />
          </div>
        </div>
      )}
      <div className="transactions__list">
        {card ? (
          <TransactionList key={`${cards.key}/${size}`} card={card} size={size} onSize={setSize} />
        ) : (
          <NoCard isPending={cards.isPending} onRetry={cards.refetch} />
        )}
      </div>
    </div>
  );
}

function NoCard({ isPending, onRetry }: { readonly isPending: boolean; readonly onRetry: () => void }) {
  const t = useTexts('transactions');
  return (
    <div className="panel">
      {isPending ? (
        <SkeletonRows count={8} />
      ) : (
        <div role="alert">
          <EmptyState
            picture={<Icon name="offline" />}
            title={t('failed')}
            text={t('failedText')}
            action={<Button onClick={onRetry}>{t('retry')}</Button>}
          />
        </div>
      )}
    </div>
  );
}
