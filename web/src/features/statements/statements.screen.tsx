import './statements.css';
import '../../ui/pages/panel.css';
import '../../ui/save-button.css';
import { getStatementList } from '@wattle/contract/statements/statements.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { Link } from '../../router/public.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AsOf } from '../../layout/as-of.tsx';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { CardPicker } from '../cards/card-picker.part.tsx';
import { useCards } from '../cards/public.ts';
import { ExportMonths } from '../transactions/export-months.part.tsx';
import { InterestAndTax } from './interest-and-tax.tsx';
import { StatementList } from './statement-list.tsx';

const ROWS_WAITED_FOR = 10;
const NOT_YOURS = '10000';
const NONE = '10001';
const MONTHLY = 1;
const PAPER = 80;

/** The statements of a card's account. */
export function StatementsScreen() {
  const t = useTexts('statements');
  const cards = useCards();
  const account = cards.reference?.AccountNumber;
  return (
    <div className="statements">
      <div className="statements__head">
        <h1 className="statements__title">{t('title')}</h1>
        {account === undefined ? null : <ExportMonths key={cards.key} accountNumber={account} />}
      </div>
      {cards.reference ? (
        <>
          <CardPicker cards={cards.cards} index={cards.index} onSelect={cards.select} />
          <OfAccount key={cards.key} card={cards.reference} />
        </>
      ) : (
        <Waiting isPending={cards.isPending} onRetry={cards.refetch} />
      )}
    </div>
  );
}

function OfAccount({ card }: { readonly card: CardReference }) {
  const t = useTexts('statements');
  const accountNumber = card.AccountNumber;
  const answer = useOperation(getStatementList, { body: { accountNumber } });
  const { data, failure, isPending, refetch } = answer;
  if (!data) {
    if (failure?.code === NOT_YOURS) return <Empty title={t('notYours')} />;
    if (failure?.code === NONE) return <Empty title={t('notOffered')} />;
    return <Waiting isPending={isPending} onRetry={refetch} />;
  }
  const how = data.StatementFrequencyType === MONTHLY ? 'monthly' : 'halfYearly';
  return (
    <div className="statements__split">
      <div>
        <AsOf answers={[answer]} />
        {data.Statements.length === 0 ? (
          <Empty title={t('empty.title')} text={t('empty.text', { date: t(`empty.${how}`) })} />
        ) : (
          <StatementList accountNumber={accountNumber} statements={data.Statements} />
        )}
      </div>
      <div className="statements__side">
        <InterestAndTax card={card} />
        <section className="statements__part">
          <h2>{t('how.title')}</h2>
          <p>{t(`how.${data.StatementDeliveryType === PAPER ? 'paper' : 'online'}.${how}`)}</p>
          <Link className="statements__way" to={paths.myAccount()}>
            {t('how.change')}
          </Link>
        </section>
      </div>
    </div>
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
        <SkeletonRows count={ROWS_WAITED_FOR} />
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
