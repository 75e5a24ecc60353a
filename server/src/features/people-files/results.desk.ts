import * as z from 'zod';
import { writeCsv } from '../../documents/csv/write-csv.ts';
import type { TableRow } from '../../documents/table.domain.ts';
import { type DeskCallInTransaction, deskCommand, refused, rowNumber } from '../desk/public.ts';
import { type RowState, shownValue } from './judged-row.domain.ts';
import { findPeopleFile, type PeopleFile } from './people-file.store.ts';
import { objectOf } from './people-file.view.ts';
import { cellsOf, listRows, type StoredRow } from './people-row.store.ts';
import { MOST_ROWS } from './sheet-bytes.ts';

const input = z.object({
  file: rowNumber,
  leftOut: z.boolean().default(false).describe('the rows that were not added, with their values and reasons'),
});
type Input = z.output<typeof input>;

const LEFT_OUT: readonly RowState[] = ['Wrong', 'Doubtful', 'Refused'];
const ALL: readonly RowState[] = [...LEFT_OUT, 'Good', 'Known', 'Added'];
/** Outcome of a row, as `npm run people` says it. */
const OUTCOMES: Readonly<Record<RowState, string>> = {
  Good: 'not added yet',
  Added: 'accepted',
  Known: 'was there already',
  Refused: 'refused',
  Wrong: 'left out',
  Doubtful: 'left out',
};
const RESULTS = ['row', 'reference', 'outcome', 'field', 'reason', 'account', 'card', 'cardId'];

/** Outcome of each row as a CSV file, or the rows that were left out, to be corrected and sent again. */
export const peopleFileResults = deskCommand({
  name: 'people-file-results',
  title: 'Results of a file of people and cards',
  summary: 'What became of each row as a CSV file; with --left-out the rows that were not added, with their reasons',
  permission: 'look',
  positional: 'file',
  input,
  answer: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  async run(call: DeskCallInTransaction<Input>) {
    const { tx, staff, input: given } = call;
    const { tenantId } = staff;
    if (given.leftOut && staff.role === 'viewer') return refused('not_permitted');
    const file = await findPeopleFile(tx, tenantId, given.file);
    if (!file) return refused('not_found', { field: 'file' });
    const rows = await listRows(tx, { tenantId, fileId: file.id }, given.leftOut ? LEFT_OUT : ALL, MOST_ROWS);
    const titles = given.leftOut ? [...file.columns, 'reasons'] : RESULTS;
    const lines = rows.flatMap((row) => (given.leftOut ? [leftOutOf(call, file, row)] : resultsOf(row)));
    const table = {
      name: 'Rows',
      columns: titles.map((title) => ({ title, kind: 'text' as const, width: 18 })),
      rows: only(lines),
    };
    const content = Buffer.concat(await Array.fromAsync(writeCsv(table))).toString('base64');
    const name = `people-file-${file.id}-${given.leftOut ? 'left-out' : 'results'}.csv`;
    const rowsOfAnswer = [{ name, type: 'text/csv; charset=utf-8', content }];
    return { ok: true, rows: rowsOfAnswer, object: objectOf(file), isReveal: given.leftOut };
  },
});

async function* only(rows: readonly TableRow[]) {
  yield rows;
}

function resultsOf({ number, reference, state, findings, account, masked_number, card_id }: StoredRow): TableRow[] {
  const line = (field: string, reason: string): TableRow => [
    String(number),
    reference,
    OUTCOMES[state],
    field,
    reason,
    account ?? '',
    masked_number ?? '',
    card_id ?? '',
  ];
  if (findings.length > 0) return findings.map(({ field, reason }) => line(field, reason));
  return [line('', state === 'Doubtful' ? 'may be here already' : '')];
}

/** Values of a row with what is wrong behind them. Codes and card numbers are masked: they are in the file that was sent. */
function leftOutOf({ ctx, staff }: DeskCallInTransaction<Input>, file: PeopleFile, row: StoredRow): TableRow {
  const cells = cellsOf(ctx.secrets, { tenantId: staff.tenantId, fileId: file.id }, row) ?? {};
  const reasons = row.findings.map(({ field, reason }) => [field, reason].filter(Boolean).join(' '));
  return [
    ...file.columns.map((field) => shownValue(field, cells[field] ?? '', true)),
    [...reasons, ...(row.state === 'Doubtful' ? ['may be here already'] : [])].join('; '),
  ];
}
