import './charts.css';
import { wholeMoney } from '@wattle/contract/rules/amounts.ts';
import { useHiddenMoney } from '../../i18n/hidden-money.tsx';
import { useLanguage } from '../../i18n/use-texts.ts';
import { classNames } from '../class-names.ts';

export type MonthBar = { readonly key: string; readonly name: string; readonly dollars: number };

/** In units of the drawing. A column is wide enough for `$12,345`. */
const COLUMN = 56;
const BAR = 36;
const TOP = 20;
const TALLEST = 84;
const BASE = TOP + TALLEST;
const HEIGHT = BASE + 22;
const CORNER = 6;

/** Bar with round shoulders on the base line. */
function barPath(left: number, height: number): string {
  const corner = Math.min(CORNER, height);
  const right = left + BAR;
  const top = BASE - height;
  return `M${left} ${BASE}V${top + corner}Q${left} ${top} ${left + corner} ${top}H${right - corner}Q${right} ${top} ${right} ${top + corner}V${BASE}Z`;
}

type MonthChartProps = {
  readonly bars: readonly MonthBar[];
  /** Key of the month that is highlighted; defaults to the last one. */
  readonly chosen?: string;
};

/** Amounts by month; a month without any has only its name. Decorative: a table has the same content. */
export function MonthChart({ bars, chosen = bars.at(-1)?.key ?? '' }: MonthChartProps) {
  const language = useLanguage();
  const { isHidden } = useHiddenMoney();
  const most = Math.max(...bars.map((bar) => bar.dollars), 1);
  const width = bars.length * COLUMN;
  return (
    <svg className="month-chart" viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      <path className="month-chart__base" d={`M0 ${BASE}H${width}`} />
      {bars.map((bar, place) => {
        const left = place * COLUMN + (COLUMN - BAR) / 2;
        const middle = left + BAR / 2;
        const height = (Math.max(bar.dollars, 0) / most) * TALLEST;
        return (
          <g key={bar.key} className={classNames('month-chart__month', bar.key === chosen && 'month-chart__now')}>
            {height > 0 ? <path className="month-chart__bar" d={barPath(left, Math.max(height, 2))} /> : null}
            {height > 0 && !isHidden ? (
              <text className="month-chart__amount" x={middle} y={BASE - height - 7}>
                {wholeMoney(bar.dollars, language)}
              </text>
            ) : null}
            <text className="month-chart__name" x={middle} y={BASE + 16}>
              {bar.name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
