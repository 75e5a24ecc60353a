import type { getSpending } from '@wattle/contract/transactions/transactions.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { CategoryChart } from '../../ui/category-chart.tsx';
import { MonthChart } from '../../ui/month-chart.tsx';
import { CategoryIcon } from './category-icon.part.tsx';
import { useMonthName } from './month-name.ts';

const MOST_CATEGORIES = 5;

/** Bars of six months and of this month's categories. The months' figures are in the table. */
export function SpendingPicture({ answer }: { readonly answer: ResponseOf<typeof getSpending> }) {
  const t = useTexts('transactions');
  const monthName = useMonthName('short');
  const categories = answer.Categories.filter((category) => category.Amount > 0).slice(0, MOST_CATEGORIES);
  return (
    <>
      <MonthChart
        // A month whose refunds are more than its purchases has no bar; the table has its figure.
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
        }))}
      />
    </>
  );
}
