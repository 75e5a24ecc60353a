import '../../ui/pages/panel.css';
import '../../ui/pages/page-parts.css';
import './spending.css';
import { getSpending } from '@wattle/contract/transactions/transactions.ts';
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
import { MonthChart } from '../../ui/charts/month-chart.tsx';
import { CategoryIcon } from './category-icon.part.tsx';

const MOST_CATEGORIES = 5;

type PictureProps = Pick<SpendingProps, 'onSearch'> & { readonly answer: SpendingAnswer };

/**
 * Bars of six months and of this month's categories, each of which opens its transactions. The months' figures are in
 * the table.
 */
function SpendingPicture({ answer, onSearch }: PictureProps) {
  const t = useTexts('transactions');
  const monthName = useMonthName('short');
  const categories = answer.Categories.filter((category) => category.Amount > 0).slice(0, MOST_CATEGORIES);
  const from = answer.Months.at(-1)?.Month ?? '';
  return (
    <>
      <MonthChart
        // A month with more refunds than purchases has no bar. The table has its amount.
        bars={answer.Months.map(({ Month, Amount }) => ({
          key: Month,
          name: monthName(Month),
          dollars: Math.max(0, Amount),
        }))}
      />
      <CategoryChart
        bars={categories.map(({ Category, Amount }) => ({
          key: Category,
          name: t(`category.${Category}`),
          dollars: Amount,
          icon: <CategoryIcon category={Category} />,
          way: (
            <CategoryWay search={{ ...NO_SEARCH, category: Category, from }} onSearch={onSearch}>
              {t(`category.${Category}`)}
            </CategoryWay>
          ),
        }))}
      />
    </>
  );
}

type CategoryWayProps = Pick<SpendingProps, 'onSearch'> & { readonly search: Search; readonly children: string };

/** To the transactions of a category of this month: on their page a search, elsewhere a link to it. */
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
function SpendingTable({ answer }: { readonly answer: ResponseOf<typeof getSpending> }) {
  const t = useTexts('transactions');
  const monthName = useMonthName('long');
  const now = answer.Months.at(-1);
  const categories = answer.Categories.filter((category) => category.Amount !== 0);
  return (
    <>
      <FigureTable
        caption={t('spending.months')}
        head={t('spending.month')}
        rows={answer.Months.map((month) => ({ name: monthName(month.Month), dollars: month.Amount }))}
      />
      {categories.length > 0 && now && (
        <FigureTable
          caption={t('spending.categories', { month: monthName(now.Month) })}
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

function SpendingPanel({ answer, onSearch }: PictureProps) {
  const t = useTexts('transactions');
  const monthName = useMonthName('long');
  const [isTable, setTable] = useState(false);
  const compare = useComparison(answer);
  const now = answer.Months.at(-1);
  if (!now) return null;
  const title = t('spending.title', { month: monthName(now.Month) });
  const hasSpent = answer.Months.some((month) => month.Amount !== 0);
  return (
    <section className="panel panel--padded" aria-label={title}>
      <div className="section-head">
        <h2 className="spending__title">{title}</h2>
        {hasSpent && (
          <button type="button" className="section-head__way" onClick={() => setTable(!isTable)}>
            {t(isTable ? 'spending.asPicture' : 'spending.asTable')}
          </button>
        )}
      </div>
      <p className="spending__total">
        <OwnedMoney dollars={now.Amount} />
      </p>
      <p className="spending__compare">{hasSpent ? compare : t('spending.nothing')}</p>
      {hasSpent && (
        <div className="spending__charts">
          {isTable ? <SpendingTable answer={answer} /> : <SpendingPicture answer={answer} onSearch={onSearch} />}
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
