import { type ReactNode, useState } from 'react';
import type { AnyInput } from '../calls/commands.ts';
import type { Looked } from '../calls/use-command.ts';
import { CommandForm } from './command-form.tsx';
import { LookedPart } from './looked.tsx';
import { Pager } from './pager.tsx';
import { Pane } from './pane.tsx';
import { type Column, RowsTable } from './rows-table.tsx';

/** Action about a row: the form of a command, or why there is none. */
export type RowAct =
  | { readonly command: string; readonly given: AnyInput; readonly action: string; readonly about: ReactNode }
  | { readonly words: ReactNode; readonly title?: string };

type ActPaneProps<Row> = {
  readonly title: string;
  readonly looked: Looked<Row>;
  readonly page: number;
  readonly empty: ReactNode;
  /** Next to a list that has rows, until one is chosen. */
  readonly choose: ReactNode;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly actOf: (row: Row) => RowAct;
  /** Below the form: actions without a row. */
  readonly children?: ReactNode;
};

/**
 * A list, with the possible actions for the chosen row next to it. The row stays chosen while the list is refreshed.
 */
export function ActPane<Row>(props: ActPaneProps<Row>) {
  const { title, looked, page, empty, choose, columns, keyOf, actOf, children } = props;
  const [chosen, setChosen] = useState<Row>();
  const act = chosen === undefined ? undefined : actOf(chosen);
  const key = chosen === undefined ? '' : keyOf(chosen);
  return (
    <div className="cols">
      <div className="col-8">
        <Pane title={title} isPadded={false}>
          <LookedPart of={looked} empty={empty}>
            {(rows) => (
              <RowsTable
                label={title}
                rows={rows}
                keyOf={keyOf}
                columns={columns}
                wayOf={(row) => ({ onOpen: () => setChosen(row) })}
                isCurrent={(row) => chosen !== undefined && keyOf(row) === key}
              />
            )}
          </LookedPart>
          <Pager page={page} hasMore={looked.hasMore} />
        </Pane>
      </div>
      <div className="col-4 stack">
        {act === undefined ? (
          looked.rows?.length ? (
            <p className="quiet">{choose}</p>
          ) : null
        ) : 'command' in act ? (
          <Pane key={key} title={act.action}>
            <CommandForm name={act.command} given={act.given} action={act.action}>
              <p>{act.about}</p>
            </CommandForm>
          </Pane>
        ) : (
          <Pane key={key} title={act.title ?? title}>
            {typeof act.words === 'string' ? <p>{act.words}</p> : act.words}
          </Pane>
        )}
        {children}
      </div>
    </div>
  );
}
