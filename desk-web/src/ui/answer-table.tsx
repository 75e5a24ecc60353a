import type { AnyRow } from '../calls/commands.ts';
import { useFieldWords } from './field-words.ts';
import { useDeskFormat } from './format.ts';
import { RowsTable } from './rows-table.tsx';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Columns whose figures line up. */
const FIGURE = /^[-−]?\d[\d,]*(\.\d+)?$/;

type AnswerTableProps = {
  readonly label: string;
  readonly rows: readonly AnyRow[];
  /** The command that answered, which may have its own words for a column. */
  readonly command?: string;
};

const DIGITS = /^(?:(\d{3})(\d{3})|(\d{2})(\d{4})(\d{4})(\d))$/;

/** Codes of 6 and numbers of 11 digits in groups, as they are read out. */
export const grouped = (text: string): string => DIGITS.exec(text)?.slice(1).filter(Boolean).join(' ') ?? text;

/** A value of an answer as it is read: instants and days in words. */
export function useShownValue(): (value: AnyRow[string] | undefined) => string {
  const format = useDeskFormat();
  return (value) => {
    const text = value === null || value === undefined ? '' : String(value);
    if (INSTANT.test(text) && !Number.isNaN(Date.parse(text))) return format.momentOf(text);
    return DAY.test(text) ? format.dateOf(text) : text;
  };
}

/** Rows of any command as they are answered, a column for each name. */
export function AnswerTable({ label, rows, command = '' }: AnswerTableProps) {
  const wordsOf = useFieldWords(command);
  const shown = useShownValue();
  const names = Object.keys(rows[0] ?? {});
  const keys = new Map(rows.map((row, index) => [row, `${index} ${JSON.stringify(row)}`]));
  return (
    <RowsTable<AnyRow>
      label={label}
      rows={rows}
      keyOf={(row) => keys.get(row) ?? ''}
      columns={names.map((name) => ({
        key: name,
        head: wordsOf(name),
        render: (row) => shown(row[name]),
        isFigure: rows.every((row) => FIGURE.test(String(row[name] ?? ''))),
        isTight: rows.every((row) => String(row[name] ?? '').length < 25),
      }))}
    />
  );
}
