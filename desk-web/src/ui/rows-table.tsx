import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { classNames } from '@wattle/web/ui/class-names.ts';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';

export type Column<Row> = {
  readonly key: string;
  readonly head: string;
  readonly render: (row: Row) => ReactNode;
  /** Figures: at the end of the column, all with the same width. */
  readonly isFigure?: boolean;
  /** True: as wide as its words on one line. */
  readonly isTight?: boolean;
};

type Way = { readonly to: string } | { readonly onOpen: () => void };

type RowsTableProps<Row> = {
  /** Read out before the table. */
  readonly label: string;
  /** The first column opens the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Target of a press on a row. */
  readonly wayOf?: (row: Row) => Way | undefined;
  /** The row whose details are shown beside the list. */
  readonly isCurrent?: (row: Row) => boolean;
};

const WAY = '[data-row-way]';

/** Keys of a list: the arrows, Home and End go from row to row, Enter opens the row. */
function moveByKey(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const ways = [...event.currentTarget.querySelectorAll<HTMLElement>(WAY)];
  const at = ways.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ways.length - 1 }[event.key];
  if (at === -1 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  ways[Math.max(0, Math.min(next, ways.length - 1))]?.focus();
}

/** A press anywhere in a row opens it, unless it hit a control or marked words. */
function pressRow(event: MouseEvent<HTMLTableRowElement>): void {
  const isControl = (event.target as Element).closest('a, button, input, select, textarea, label');
  if (isControl || (window.getSelection()?.toString() ?? '') !== '') return;
  event.currentTarget.querySelector<HTMLElement>(WAY)?.click();
}

/** Rows of a command as a table. It scrolls sideways by itself where it is wider than its place. */
export function RowsTable<Row>({ label, columns, rows, keyOf, wayOf, isCurrent }: RowsTableProps<Row>) {
  const t = useTexts('desk');
  return (
    // Without links in it the keyboard could not scroll it.
    <div
      className="table-place"
      {...(wayOf ? {} : { role: 'region', 'aria-label': t('table.region', { label }), tabIndex: 0 })}
    >
      <table className="table">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, isFigure, isTight }) => (
              <th key={key} scope="col" className={classNames(isFigure && 'table__figure', isTight && 'table__tight')}>
                {head === '' ? <span className="visually-hidden">{label}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in its rows */}
        <tbody onKeyDown={moveByKey}>
          {rows.map((row) => {
            const way = wayOf?.(row);
            const here = isCurrent?.(row) ?? false;
            return (
              <tr
                key={keyOf(row)}
                className={classNames(way && 'table__way', here && 'table__here')}
                onClick={way ? pressRow : undefined}
              >
                {columns.map(({ key, render, isFigure, isTight }, index) => (
                  <td key={key} className={classNames(isFigure && 'table__figure', isTight && 'table__tight')}>
                    {index === 0 && way ? (
                      <RowWay way={way} isHere={here}>
                        {render(row)}
                      </RowWay>
                    ) : (
                      render(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function RowWay({
  way,
  isHere,
  children,
}: {
  readonly way: Way;
  readonly isHere: boolean;
  readonly children: ReactNode;
}) {
  const more = { 'data-row-way': '', className: 'row-way', 'aria-current': isHere || undefined } as const;
  return 'to' in way ? (
    <Link {...more} to={way.to}>
      {children}
    </Link>
  ) : (
    <button {...more} type="button" onClick={way.onOpen}>
      {children}
    </button>
  );
}
