import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import * as z from 'zod';
import {
  type DeskCallInTransaction,
  deskCommand,
  inGroups,
  pageInput,
  pageOf,
  refused,
  rowNumber,
} from '../desk/public.ts';
import { type Doubt, type RowState, shownValue } from './judged-row.domain.ts';
import { type NamedHolder, readNames } from './like-people.store.ts';
import { findPeopleFile, listPeopleFiles, type PeopleFile } from './people-file.store.ts';
import { FILE_COLUMNS, fileView, objectOf } from './people-file.view.ts';
import { cellsOf, listRows, type StoredRow } from './people-row.store.ts';

/** Files of people and cards that were sent. */
export const peopleFilesCommand = deskCommand({
  name: 'people-files',
  title: 'Files of people and cards',
  summary: 'Files of people and cards that were sent, the newest first, with their rows by state',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object(FILE_COLUMNS),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listPeopleFiles(tx, staff.tenantId, most));
    return { ok: true, rows: shown.map(fileView), hasMore };
  },
});

/** One file with its rows by state. */
export const peopleFileCommand = deskCommand({
  name: 'people-file',
  title: 'Show a file of people and cards',
  summary: 'A file of people and cards with its rows by state; the rows are in people-file-rows',
  permission: 'look',
  positional: 'file',
  input: z.object({ file: rowNumber }),
  answer: z.object(FILE_COLUMNS),
  async run({ tx, staff, input: { file } }) {
    const found = await findPeopleFile(tx, staff.tenantId, file);
    if (!found) return refused('not_found', { field: 'file' });
    return { ok: true, rows: [fileView(found)], object: objectOf(found) };
  },
});

/** Parts of a file by the state of their rows. */
const PARTS = {
  check: ['Wrong', 'Doubtful'],
  good: ['Good'],
  known: ['Known'],
  added: ['Added'],
  refused: ['Refused'],
  all: ['Good', 'Doubtful', 'Wrong', 'Known', 'Added', 'Refused'],
} as const satisfies Readonly<Record<string, readonly RowState[]>>;

const rowsInput = z.object({
  file: rowNumber,
  part: z.enum(namesOf(PARTS)).default('check'),
  ...pageInput,
});

/** Rows of a file, a line for each cell. Codes and card numbers are masked for everyone, contacts for viewers. */
export const peopleFileRowsCommand = deskCommand({
  name: 'people-file-rows',
  title: 'Rows of a file of people and cards',
  summary:
    'Rows of a file of people and cards, a line for each cell: what is wrong, what may be here already, what came of it',
  permission: 'look',
  positional: 'file',
  input: rowsInput,
  answer: z.object({
    row: z.number(),
    state: z.enum(['Good', 'Doubtful', 'Wrong', 'Known', 'Added', 'Refused']),
    field: z.string(),
    value: z.string(),
    /** Fault of the cell, or a doubt about it. */
    reason: z.string(),
    /** Someone has said that it is another person. */
    isKept: z.boolean(),
    account: z.string(),
    number: z.string(),
    cardId: z.string(),
  }),
  async run(call: DeskCallInTransaction<z.output<typeof rowsInput>>) {
    const { ctx, tx, staff, input } = call;
    const { tenantId } = staff;
    const file = await findPeopleFile(tx, tenantId, input.file);
    if (!file) return refused('not_found', { field: 'file' });
    const of = { tenantId, fileId: file.id };
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listRows(tx, of, PARTS[input.part], most));
    const holders = shown.flatMap(({ doubts }) => doubts.flatMap((doubt) => ('holder' in doubt ? [doubt.holder] : [])));
    const names = await readNames(tx, tenantId, [...new Set(holders)]);
    const rows = shown.flatMap((row) => linesOf(call, file, row, names));
    return { ok: true, rows, hasMore, object: objectOf(file), isReveal: staff.role !== 'viewer' };
  },
});

function linesOf(
  { ctx, staff }: DeskCallInTransaction<unknown>,
  file: PeopleFile,
  row: StoredRow,
  names: ReadonlyMap<string, NamedHolder>,
) {
  const cells = cellsOf(ctx.secrets, { tenantId: staff.tenantId, fileId: file.id }, row) ?? {};
  const mayAct = staff.role !== 'viewer';
  const common = {
    row: row.number,
    state: row.state,
    isKept: row.is_kept,
    account: row.account ?? '',
    number: row.masked_number ?? '',
    cardId: row.card_id ?? '',
  };
  const found = [
    ...row.findings,
    ...row.doubts.map((doubt) => ({ field: doubt.field, reason: wordsOf(doubt, names) })),
  ];
  const fields = [...new Set(['', ...file.columns, ...found.map(({ field }) => field)])];
  return fields.flatMap((field) => {
    const reason = found
      .filter((one) => one.field === field)
      .map((one) => one.reason)
      .join('; ');
    // A row that cannot be read has a reason and no cells.
    if (field === '' && reason === '' && file.columns.length > 0) return [];
    const value = field === 'reference' && !cells[field] ? row.reference : (cells[field] ?? '');
    return [{ ...common, field, value: shownValue(field, value, mayAct), reason }];
  });
}

function wordsOf(doubt: Doubt, names: ReadonlyMap<string, NamedHolder>): string {
  if (doubt.kind === 'row') return `same name and birthday as row ${doubt.row}`;
  const { name = '', account = '' } = names.get(doubt.holder) ?? {};
  const whom = [name, inGroups(account)].filter(Boolean).join(', ');
  return doubt.kind === 'mobile' ? `also ${whom}` : `same name and birthday as ${whom}`;
}
