import type { getSpending } from '@wattle/contract/transactions/transactions.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FigureTable } from '../../ui/figure-table.tsx';
import { useMonthName } from './month-name.ts';

/** The spending picture in figures. */
export function SpendingTable({ answer }: { readonly answer: ResponseOf<typeof getSpending> }) {
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
