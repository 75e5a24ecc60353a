import './more-list.css';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { useFirstNewRow } from '../use-first-new-row.ts';

type MoreListProps<Row> = {
  /** Name of the list. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly render: (row: Row) => ReactNode;
  /** Total number of rows. */
  readonly total: number;
  readonly isLoading: boolean;
  readonly hasFailed?: boolean;
  readonly onMore: () => void;
};

/** List that grows on request: the first new row gets the focus, and their number is announced. */
export function MoreList<Row>(props: MoreListProps<Row>) {
  const { label, rows, keyOf, render, total, isLoading, hasFailed = false, onMore } = props;
  const t = useTexts('ui');
  const list = useRef<HTMLOListElement>(null);
  const [countBefore, setCountBefore] = useState<number | null>(null);
  const ask = useFirstNewRow({ count: rows.length, isLoading, rowAt: (place) => list.current?.children[place] });
  const hasCome = countBefore !== null && rows.length > countBefore;
  return (
    <div className="more-list">
      <ol className="more-list__rows" ref={list} aria-label={label}>
        {rows.map((row) => (
          <li className="more-list__row" key={keyOf(row)}>
            {render(row)}
          </li>
        ))}
      </ol>
      <div className="more-list__end">
        {rows.length < total ? (
          <Button
            tone="line"
            small
            busy={isLoading}
            onClick={() => {
              ask();
              setCountBefore(rows.length);
              onMore();
            }}
          >
            {t(isLoading ? 'more.loading' : 'more.show')}
          </Button>
        ) : null}
        <p className="more-list__failed" role="alert">
          {hasFailed && !isLoading ? t('more.failed') : null}
        </p>
        <p className="more-list__shown">{t('more.shown', { shown: rows.length, total })}</p>
        <p className="visually-hidden" role="status">
          {hasCome ? t('more.came', { count: rows.length - countBefore, shown: rows.length, total }) : null}
        </p>
      </div>
    </div>
  );
}
