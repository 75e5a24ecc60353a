import './statements.css';
import '../../ui/panel.css';
import { getStatementList } from '@wattle/contract/statements/get-statement-list.ts';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoreList } from '../../ui/more-list.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CardPicker } from '../cards/card-picker.part.tsx';
import { useCards } from '../cards/public.ts';
import { StatementRow } from './statement-row.tsx';

const AT_ONCE = 10;
const NOT_YOURS = '10000';
const MONTHLY = 1;
const PAPER = 80;

/** The statements of a card's account. */
export function StatementsScreen() {
  const t = useTexts('statements');
  const cards = useCards();
  return (
    <div className="statements">
      <h1 className="statements__title">{t('title')}</h1>
      {cards.reference ? (
        <>
          <CardPicker cards={cards.cards} index={cards.index} onSelect={cards.select} />
          <StatementList key={cards.key} accountNumber={cards.reference.AccountNumber} />
        </>
      ) : (
        <Waiting isPending={cards.isPending} onRetry={cards.refetch} />
      )}
    </div>
  );
}

function StatementList({ accountNumber }: { readonly accountNumber: string }) {
  const t = useTexts('statements');
  const { data, failure, isPending, refetch } = useOperation(getStatementList, { body: { accountNumber } });
  const [count, setCount] = useState(AT_ONCE);
  if (!data) {
    if (failure?.code !== NOT_YOURS) return <Waiting isPending={isPending} onRetry={refetch} />;
    return <Empty title={t('notYours')} />;
  }
  const how = data.StatementFrequencyType === MONTHLY ? 'monthly' : 'halfYearly';
  return (
    <>
      {data.Statements.length === 0 ? (
        <Empty title={t('empty.title')} text={t('empty.text', { date: t(`empty.${how}`) })} />
      ) : (
        <div className="panel panel--padded">
          <MoreList
            label={t('title')}
            rows={data.Statements.slice(0, count)}
            keyOf={({ StatementId }) => StatementId}
            render={(row) => <StatementRow accountNumber={accountNumber} statement={row} />}
            total={data.Statements.length}
            isLoading={false}
            onMore={() => setCount(count + AT_ONCE)}
          />
        </div>
      )}
      <section className="statements__how">
        <h2>{t('how.title')}</h2>
        <p>{t(`how.${data.StatementDeliveryType === PAPER ? 'paper' : 'online'}.${how}`)}</p>
      </section>
    </>
  );
}

function Empty({ title, text }: { readonly title: string; readonly text?: string }) {
  return (
    <div className="panel">
      <EmptyState picture={<AppIcon name="document" />} title={title} {...(text === undefined ? {} : { text })} />
    </div>
  );
}

function Waiting({ isPending, onRetry }: { readonly isPending: boolean; readonly onRetry: () => void }) {
  const t = useTexts('statements');
  if (isPending) {
    return (
      <div className="panel">
        <SkeletonRows count={AT_ONCE} />
      </div>
    );
  }
  return (
    <div className="panel" role="alert">
      <EmptyState
        picture={<Icon name="offline" />}
        title={t('failed')}
        action={<Button onClick={onRetry}>{t('failed.again')}</Button>}
      />
    </div>
  );
}
