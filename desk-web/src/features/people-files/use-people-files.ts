import type { RowOf } from '../../calls/commands.ts';
import type { TagTone } from '../../ui/tag.tsx';
import { saveCsv } from '../../ui/save-file.ts';

export type PeopleFile = RowOf<'people-file'>;
export type Cell = RowOf<'people-file-rows'>;
export type Part = 'check' | 'good' | 'known' | 'added' | 'refused';

/** A row of the sheet with its cells. */
export type SheetRow = Pick<Cell, 'row' | 'state' | 'isKept' | 'account' | 'number' | 'cardId'> & {
  readonly cells: ReadonlyMap<string, Pick<Cell, 'value' | 'reason'>>;
};

/** Rows of the sheet from lines that are each one cell. */
export function sheetOf(cells: readonly Cell[]): readonly SheetRow[] {
  const rows = new Map<number, Cell[]>();
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  return [...rows.values()].map((own) => {
    const [{ row, state, isKept, account, number, cardId }] = own as [Cell];
    return { row, state, isKept, account, number, cardId, cells: new Map(own.map((cell) => [cell.field, cell])) };
  });
}

/** So many columns are seen without scrolling. */
const SEEN = 8;

/**
 * Columns of the sheet that have anything, in their order; those with a reason first where the sheet is wide. A reason
 * without a column is of the whole row.
 */
export function columnsOf(cells: readonly Cell[]): readonly string[] {
  const fields = (of: readonly Cell[]) => [...new Set(of.map(({ field }) => field))].filter((field) => field !== '');
  const filled = fields(cells.filter(({ value, reason }) => value !== '' || reason !== ''));
  const all = fields(cells).filter((field) => filled.includes(field));
  if (all.length <= SEEN) return all;
  const first = fields(cells.filter(({ reason }) => reason !== ''));
  return [...all.filter((field) => first.includes(field)), ...all.filter((field) => !first.includes(field))];
}

/** Rows that nothing is made of unless someone corrects them. */
export const leftOut = ({ wrong, doubtful, refused }: PeopleFile): number => wrong + doubtful + refused;

/** Whether good rows have an opening balance. */
export const hasMoney = ({ opening }: PeopleFile): boolean => opening !== '0.00';

/** Tag of a file by what is to be done with it. */
export function tagOf(file: PeopleFile): { readonly key: string; readonly tone: TagTone } {
  if (file.state !== 'Ready') return { key: file.state, tone: file.state === 'Done' ? 'ok' : 'plain' };
  return file.wrong > 0 ? { key: 'errors', tone: 'bad' } : { key: 'Ready', tone: 'info' };
}

/** Columns whose values are never typed at the desk. */
const SECRET = new Set(['cardNumber', 'activationCode', 'accessCode', 'maidenName']);
export const isCorrected = (field: string): boolean => !SECRET.has(field);

const TEMPLATE: readonly (readonly [column: string, example: string])[] = [
  ['reference', '2026-1'],
  ['product', '1'],
  ['firstName', 'Mia'],
  ['surname', 'Park'],
  ['dateOfBirth', '1990-04-25'],
  ['mobile', '0400 000 999'],
  ['email', 'mia@example.com'],
  ['addressLine1', '14 Banksia Street'],
  ['suburb', 'Fremantle'],
  ['state', 'WA'],
  ['postCode', '6160'],
  ['letter', 'yes'],
  ['opening', ''],
];

/** Saves a file with the usual columns and one row. */
export const saveTemplate = (): void =>
  saveCsv('people.csv', [TEMPLATE.map(([column]) => column), TEMPLATE.map(([, example]) => example)]);
