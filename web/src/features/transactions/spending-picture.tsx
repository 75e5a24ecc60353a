import type { getSpending } from '@wattle/contract/transactions/get-spending.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { CategoryIcon } from './category-icon.tsx';
import { useMonthName } from './month-name.ts';

/** Height of the tallest month, in rem. */
const TALLEST = 4.8;
const MOST_CATEGORIES = 5;

/** Bars of six months and of this month's categories. The months' figures are in the table. */
export function SpendingPicture({ answer }: { readonly answer: ResponseOf<typeof getSpending> }) {
  const t = useTexts('transactions');
  const format = useFormat();
  const monthName = useMonthName('short');
  const mostMonth = Math.max(...answer.Months.map((month) => month.Amount), 1);
  const categories = answer.Categories.filter((category) => category.Amount > 0).slice(0, MOST_CATEGORIES);
  const mostCategory = Math.max(...categories.map((category) => category.Amount), 1);
  return (
    <>
      <div className="spending__months" aria-hidden="true">
        {answer.Months.map((month, place) => (
          <div
            key={month.Month}
            className={classNames('spending__month', place === answer.Months.length - 1 && 'spending__month--now')}
          >
            <i style={{ height: `${(Math.max(month.Amount, 0) / mostMonth) * TALLEST}rem` }} />
            {monthName(month.Month)}
          </div>
        ))}
      </div>
      <ul className="spending__categories">
        {categories.map((category) => (
          <li key={category.Category} className="spending__category">
            <CategoryIcon category={category.Category} />
            <span>{t(`category.${category.Category}`)}</span>
            <span className="figures">{format.money(category.Amount)}</span>
            <span className="spending__bar" aria-hidden="true">
              <i style={{ width: `${(category.Amount / mostCategory) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
