import './summary-list.css';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../class-names.ts';
import { type Way, WayOn } from '../way.tsx';

export type SummaryRow = {
  /** `To`, `Amount`; unique within the list. */
  readonly term: string;
  readonly value: ReactNode;
  /** Second line in a quieter style, such as the account number under a name. */
  readonly detail?: ReactNode;
  /** Link to the page where this was chosen. */
  readonly change?: Way;
};

type SummaryListProps = {
  readonly rows: readonly SummaryRow[];
  /** `stacked`: the value below its term. `sides`: on the opposite side, as on a receipt. */
  readonly layout?: 'stacked' | 'sides';
  /** Heading above the list. A term that says the same is for screen readers only. */
  readonly heading?: string;
};

/** Terms with their values. */
export function SummaryList({ rows, layout = 'stacked', heading }: SummaryListProps) {
  return (
    <dl className={classNames('summary-list', `summary-list--${layout}`)}>
      {rows.map(({ term, value, detail, change }) => (
        <div className="summary-list__row" key={term}>
          <dt className={term === heading ? 'visually-hidden' : 'summary-list__term'}>{term}</dt>
          <dd className="summary-list__value">
            {value}
            {detail ? <span className="summary-list__detail">{detail}</span> : null}
          </dd>
          {change ? (
            <dd className="summary-list__change">
              <ChangeWay way={change} term={term} />
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

function ChangeWay({ way, term }: { readonly way: Way; readonly term: string }) {
  const t = useTexts('ui');
  return (
    <WayOn way={way} className="summary-list__way">
      {t('change')}
      <span className="visually-hidden"> {t('changeWhat', { what: term })}</span>
    </WayOn>
  );
}
