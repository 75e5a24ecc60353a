import './charts.css';
import { money } from '@wattle/contract/rules/amounts.ts';
import { HIDDEN_AMOUNT, useHiddenMoney } from '../../i18n/hidden-money.tsx';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';

export type FigureRow = { readonly name: string; readonly dollars: number };

type FigureTableProps = {
  readonly caption: string;
  /** Heading of the first column: `Month`. */
  readonly head: string;
  readonly rows: readonly FigureRow[];
};

/** Amounts with their names: the content of a chart as a table. Hidden with the balance. */
export function FigureTable({ caption, head, rows }: FigureTableProps) {
  const t = useTexts('ui');
  const language = useLanguage();
  const { isHidden } = useHiddenMoney();
  return (
    <table className="figure-table">
      <caption className="figure-table__caption">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t('amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{isHidden ? HIDDEN_AMOUNT : money(row.dollars, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
