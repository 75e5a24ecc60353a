import './charts.css';
import type { ReactNode } from 'react';
import { money } from '@wattle/contract/rules/amounts.ts';
import { HIDDEN_AMOUNT, useHiddenMoney } from '../../i18n/hidden-money.tsx';
import { useLanguage } from '../../i18n/use-texts.ts';
import type { FigureRow } from './figure-table.tsx';

export type CategoryBar = FigureRow & {
  readonly key: string;
  readonly icon?: ReactNode;
  /** Its name as a link or button, which takes the whole row. */
  readonly way?: ReactNode;
};

/** Amounts by category, largest first: a list with a bar under each line, readable without the bars. Amounts are hidden with the balance. */
export function CategoryChart({ bars }: { readonly bars: readonly CategoryBar[] }) {
  const language = useLanguage();
  const { isHidden } = useHiddenMoney();
  const most = Math.max(...bars.map((bar) => bar.dollars), 1);
  return (
    <ul className="category-chart">
      {bars.map((bar) => (
        <li key={bar.key} className="category-chart__row">
          {bar.icon}
          <span className="category-chart__name">{bar.way ?? bar.name}</span>
          <span className="category-chart__amount figures">
            {isHidden ? HIDDEN_AMOUNT : money(bar.dollars, language)}
          </span>
          <svg className="category-chart__line" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect className="category-chart__ground" width="100" height="6" />
            <rect className="category-chart__bar" width={(bar.dollars / most) * 100} height="6" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
