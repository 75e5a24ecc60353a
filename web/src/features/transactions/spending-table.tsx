import type { getSpending } from '@wattle/contract/transactions/get-spending.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useMonthName } from './month-name.ts';

/** The spending picture in figures. */
export function SpendingTable({ answer }: { readonly answer: ResponseOf<typeof getSpending> }) {
  const t = useTexts('transactions');
  const monthName = useMonthName('long');
  const now = answer.Months.at(-1);
  const categories = answer.Categories.filter((category) => category.Amount > 0);
  return (
    <>
      <FigureTable
        caption={t('spending.months')}
        head={t('spending.month')}
        rows={answer.Months.map((month) => ({ name: monthName(month.Month), amount: month.Amount }))}
      />
      {categories.length > 0 && now && (
        <FigureTable
          caption={t('spending.categories', { month: monthName(now.Month) })}
          head={t('spending.category')}
          rows={categories.map((category) => ({ name: t(`category.${category.Category}`), amount: category.Amount }))}
        />
      )}
    </>
  );
}

type FigureTableProps = {
  readonly caption: string;
  readonly head: string;
  readonly rows: readonly { readonly name: string; readonly amount: number }[];
};

function FigureTable({ caption, head, rows }: FigureTableProps) {
  const t = useTexts('transactions');
  const format = useFormat();
  return (
    <table className="spending__table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t('spending.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{format.money(row.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
