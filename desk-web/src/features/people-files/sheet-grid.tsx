import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { classNames } from '@wattle/web/ui/class-names.ts';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { plainWords } from '../../ui/field-words.ts';
import { CellForm, KeepButton } from './cell-form.tsx';
import { type Cell, columnsOf, isCorrected, type PeopleFile, sheetOf, type SheetRow } from './use-people-files.ts';

type Place = { readonly row: number; readonly field: string };

/** The sheet with the reason at each cell that has one. A cell of a file that waits is corrected in its place. */
export function SheetGrid({ file, cells }: { readonly file: PeopleFile; readonly cells: readonly Cell[] }) {
  const t = useTexts('deskPeopleFiles');
  const columns = columnsOf(cells);
  const rows = sheetOf(cells);
  const mayAct = useDefinition('correct-people-row')?.mayGive === true && file.state === 'Ready';
  const [open, setOpen] = useState<Place>();
  const hasCards = rows.some(({ cardId }) => cardId !== '');
  return (
    // Without links in it the keyboard could not scroll it.
    <div className="table-place" {...{ role: 'region', 'aria-label': t('rows.region'), tabIndex: 0 }}>
      <table className="table sheet">
        <caption className="visually-hidden">{t('rows.title')}</caption>
        <thead>
          <tr>
            <th scope="col" className="table__figure">
              {t('column.row')}
            </th>
            {columns.map((field) => (
              <th key={field} scope="col">
                {t.has(`column.${field}`) ? t(`column.${field}`) : plainWords(field)}
              </th>
            ))}
            {hasCards ? <th scope="col">{t('column.made')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <RowHead row={row} />
              {columns.map((field) => (
                <SheetCell
                  key={field}
                  row={row}
                  field={field}
                  file={file}
                  mayAct={mayAct && isCorrected(field) && row.state !== 'Known'}
                  isOpen={open?.row === row.row && open.field === field}
                  onOpen={(isOpen) => setOpen(isOpen ? { row: row.row, field } : undefined)}
                />
              ))}
              {hasCards ? <td className="figures">{[row.account, row.number].filter(Boolean).join(' · ')}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowHead({ row }: { readonly row: SheetRow }) {
  const whole = row.cells.get('')?.reason ?? '';
  return (
    <th scope="row" className={classNames('sheet__row', whole !== '' && 'sheet__cell--wrong')}>
      {row.row}
      {whole === '' ? null : <Why>{whole}</Why>}
    </th>
  );
}

type SheetCellProps = {
  readonly row: SheetRow;
  readonly field: string;
  readonly file: PeopleFile;
  readonly mayAct: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

function SheetCell({ row, field, file, mayAct, isOpen, onOpen }: SheetCellProps) {
  const t = useTexts('deskPeopleFiles');
  const { value = '', reason = '' } = row.cells.get(field) ?? {};
  const isBad = row.state === 'Wrong' || row.state === 'Refused';
  const tone = reason === '' ? undefined : isBad ? 'sheet__cell--wrong' : 'sheet__cell--doubtful';
  if (isOpen) {
    return (
      <td className={tone}>
        <CellForm file={file} row={row.row} field={field} value={value} onEnd={() => onOpen(false)} />
      </td>
    );
  }
  return (
    <td className={tone}>
      {mayAct ? (
        <button
          type="button"
          className="sheet__value"
          aria-label={t('correct', { row: row.row, field: t(`column.${field}`), value: value || t('empty') })}
          onClick={() => onOpen(true)}
        >
          {value || '\u00a0'}
        </button>
      ) : (
        value
      )}
      {reason === '' ? null : <Why>{reason}</Why>}
      {reason !== '' && mayAct && row.state === 'Doubtful' ? <KeepButton file={file} row={row.row} /> : null}
    </td>
  );
}

/** A reason as a sentence. */
function Why({ children }: { readonly children: string }) {
  return <span className="sheet__why">{children.charAt(0).toUpperCase() + children.slice(1)}</span>;
}
