import '../../ui/pages/panel.css';
import '../../ui/pages/page-parts.css';
import './spending.css';
import { getSpending } from '@wattle/contract/transactions/transactions.ts';
import { addMonths } from '@wattle/contract/rules/schedule-dates.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { OwnedMoney, useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { Button } from '../../ui/button.tsx';
import { Later } from '../../ui/later.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { useMonthName } from './month-name.ts';
import { cents, NO_SEARCH, type Search } from './transactions.domain.ts';
import { FigureTable } from '../../ui/charts/figure-table.tsx';
import { CategoryChart } from '../../ui/charts/category-chart.tsx';
import { MonthChoice } from '../../ui/charts/month-choice.tsx';
import { CategoryIcon } from './category-icon.part.tsx';

const MOST_CATEGORIES = 5;

type PanelProps = Pick<SpendingProps, 'onSearch'> & { readonly answer: SpendingAnswer };

type PictureProps = PanelProps & {
  /** First day of the month whose categories are shown. */
  readonly month: string;
  readonly onMonth: (month: string) => void;
};

/** Amounts by category of one of the months, the largest first. */
function categoriesOf({ Months, Categories, EarlierCategories }: SpendingAnswer, month: string) {
  return month === Months.at(-1)?.Month ? Categories : EarlierCategories.filter((one) => one.Month === month);
}

/** Search of a month, to its last day where it is over. */
function searchOfMonth({ Months }: SpendingAnswer, month: string): Search {
  const to = month === Months.at(-1)?.Month ? '' : lastDayOf(month);
  return { ...NO_SEARCH, from: month, to };
}

const DAY_MS = 86_400_000;
/** Last day of the month of a first day. */
const lastDayOf = (month: string) =>
  new Date(Date.parse(`${addMonths(month, 1)}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);

/**
 * Bars of six months, of which one is chosen, and of its categories, each of which opens its transactions. The months'
 * figures are in the table.
 */
function SpendingPicture({ answer, month, onMonth, onSearch }: PictureProps) {
  const t = useTexts('transactions');
  const monthName = useMonthName('short');
  const longName = useMonthName('long');
  const owned = useOwnedMoney();
  const categories = categoriesOf(answer, month)
    .filter((category) => category.Amount > 0)
    .slice(0, MOST_CATEGORIES);
  const search = searchOfMonth(answer, month);
  return (
    <>
      <MonthChoice
        // A month with more refunds than purchases has no bar. The table has its amount.
        bars={answer.Months.map(({ Month, Amount }) => ({
          key: Month,
          name: monthName(Month),
          dollars: Math.max(0, Amount),
          label: t('spending.choose', { month: longName(Month), amount: owned(Amount) }),
        }))}
        chosen={month}
        onChoose={onMonth}
      />
      <CategoryChart
        bars={categories.map(({ Category, Amount }) => ({
          key: Category,
          name: t(`category.${Category}`),
          dollars: Amount,
          icon: <CategoryIcon category={Category} />,
          way: (
            <CategoryWay search={{ ...search, category: Category }} onSearch={onSearch}>
              {t(`category.${Category}`)}
            </CategoryWay>
          ),
        }))}
      />
    </>
  );
}

type CategoryWayProps = Pick<SpendingProps, 'onSearch'> & { readonly search: Search; readonly children: string };

/** To the transactions of a category of a month: on their page a search, elsewhere a link to it. */
function CategoryWay({ search, onSearch, children }: CategoryWayProps) {
  if (onSearch === undefined) {
    return (
      <Link to={paths.transactions()} state={{ search }}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" onClick={() => onSearch(search)}>
      {children}
    </button>
  );
}

/** The spending of the chart as figures. */
function SpendingTable({ answer, month }: Pick<PictureProps, 'answer' | 'month'>) {
  const t = useTexts('transactions');
  const monthName = useMonthName('long');
  const categories = categoriesOf(answer, month).filter((category) => category.Amount !== 0);
  return (
    <>
      <FigureTable
        caption={t('spending.months')}
        head={t('spending.month')}
        rows={answer.Months.map(({ Month, Amount }) => ({ name: monthName(Month), dollars: Amount }))}
      />
      {categories.length > 0 && (
        <FigureTable
          caption={t('spending.categories', { month: monthName(month) })}
          head={t('spending.category')}
          rows={categories.map((category) => ({ name: t(`category.${category.Category}`), dollars: category.Amount }))}
        />
      )}
    </>
  );
}

type SpendingAnswer = ResponseOf<typeof getSpending>;

type SpendingProps = {
  readonly card: CardReference;
  /** Searches on the page of transactions itself. */
  readonly onSearch?: ((search: Search) => void) | undefined;
};

/** Spending of this month and the five before, as a chart or as a table of the same figures. */
export function Spending({ card, onSearch }: SpendingProps) {
  const t = useTexts('transactions');
  const common = useTexts('common');
  const spending = useOperation(getSpending, { body: { Card: card } });
  const waiting = <Skeleton width="60%" height="12rem" />;
  const place = { className: 'panel panel--padded', 'aria-label': t('spending.months') };
  if (spending.data) {
    return (
      <Later
        waiting={
          <section {...place} aria-busy>
            {waiting}
          </section>
        }
      >
        <SpendingPanel answer={spending.data} onSearch={onSearch} />
      </Later>
    );
  }
  return (
    <section {...place} aria-busy={spending.isPending}>
      {spending.isPending ? (
        waiting
      ) : (
        <div className="spending__failed" role="alert">
          <p>{t('spending.failed')}</p>
          <Button tone="tonal" small onClick={spending.refetch}>
            {common('retry')}
          </Button>
        </div>
      )}
    </section>
  );
}

function SpendingPanel({ answer, onSearch }: PanelProps) {
  const t = useTexts('transactions');
  const monthName = useMonthName('long');
  const [isTable, setTable] = useState(false);
  const compare = useComparison(answer);
  const [chosen, setChosen] = useState<string | null>(null);
  const now = answer.Months.find(({ Month }) => Month === chosen) ?? answer.Months.at(-1);
  if (!now) return null;
  const isCurrent = now === answer.Months.at(-1);
  const title = t('spending.title', { month: monthName(now.Month) });
  const hasSpent = answer.Months.some((month) => month.Amount !== 0);
  return (
    <section className="panel panel--padded" aria-label={title}>
      <h2 className="spending__title">{title}</h2>
      <div className="section-head">
        <p className="spending__total">
          <OwnedMoney dollars={now.Amount} />
        </p>
        {hasSpent && (
          <button type="button" className="section-head__way" onClick={() => setTable(!isTable)}>
            {t(isTable ? 'spending.asPicture' : 'spending.asTable')}
          </button>
        )}
      </div>
      {isCurrent ? <p className="spending__compare">{hasSpent ? compare : t('spending.nothing')}</p> : null}
      {hasSpent && (
        <div className="spending__charts">
          {isTable ? (
            <SpendingTable answer={answer} month={now.Month} />
          ) : (
            <SpendingPicture answer={answer} month={now.Month} onMonth={setChosen} onSearch={onSearch} />
          )}
        </div>
      )}
    </section>
  );
}

/** This month compared with the previous one, by the same day: `$64.10 less than by this day in October`. */
function useComparison(answer: SpendingAnswer): string {
  const t = useTexts('transactions');
  const owned = useOwnedMoney();
  const monthName = useMonthName('long');
  const [before, now] = answer.Months.slice(-2);
  if (!before || !now) return '';
  // A new person has no month to compare with.
  if (!answer.Months.slice(0, -1).some((month) => month.Amount > 0)) return '';
  const difference = cents(now.Amount) - cents(answer.PreviousToDate);
  const month = monthName(before.Month);
  // A difference under a dollar counts as equal.
  if (Math.abs(difference) < 100) return t('spending.same', { month });
  const amount = owned(Math.abs(difference) / 100);
  return t(difference < 0 ? 'spending.less' : 'spending.more', { amount, month });
}
