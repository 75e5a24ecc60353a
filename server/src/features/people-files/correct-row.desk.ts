import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { findBrandById } from '../brands/public.ts';
import { type DeskCall, deskCommand, type DeskOutcome, refused, rowNumber, wholeNumber } from '../desk/public.ts';
import { COLUMNS } from '../issuing/public.ts';
import { judgeSome, withMarks } from './judge-sheet.ts';
import { isSecret } from './judged-row.domain.ts';
import { findPeopleFile, lockPeopleFile, type PeopleFile, raiseVersion } from './people-file.store.ts';
import { objectOf } from './people-file.view.ts';
import { cellsOf, findRow, rowsWithMarks, saveRow } from './people-row.store.ts';

const MOST_ROWS_OF_A_SHEET = 999_999;
const LONGEST = 200;
const place = { file: rowNumber, row: wholeNumber(2, MOST_ROWS_OF_A_SHEET) };
const answer = z.object({ file: z.string(), row: z.number(), state: z.string(), version: z.number() });

/** Columns that are corrected at the desk. Codes and card numbers are corrected in the file, which is sent again. */
const CORRECTED = COLUMNS.filter((name) => !isSecret(name));

const correcting = z.object({
  ...place,
  field: z.enum(CORRECTED as [string, ...string[]]),
  value: z.string().overwrite(lineText).max(LONGEST).default(''),
});

/** Corrects a cell of a file that waits. The row is judged by it, and an open request for the file is about another version. */
export const correctPeopleRow = deskCommand({
  name: 'correct-people-row',
  title: 'Correct a row of a file',
  summary: 'Correct one cell of a file of people and cards that waits; the file that was sent stays as it is',
  permission: 'act',
  done: ({ row, state }) => ({
    words: state === 'Wrong' ? `Row ${row} still has an error.` : `Row ${row} is corrected.`,
  }),
  positional: 'file',
  input: correcting,
  answer,
  runAlone: (call: DeskCall<z.output<typeof correcting>>) => change(call, { [call.input.field]: call.input.value }),
});

const keeping = z.object(place);

/** Says that a doubtful row is another person, so that it is added. */
export const keepPeopleRow = deskCommand({
  name: 'keep-people-row',
  title: 'Add a row that was in doubt',
  summary: 'Add a row of a file that may be a person who is here already: it is another person',
  permission: 'act',
  done: ({ row }) => ({ words: `Row ${row} will be added.` }),
  positional: 'file',
  input: keeping,
  answer,
  runAlone: (call: DeskCall<z.output<typeof keeping>>) => change(call, undefined),
});

type Placed = { readonly file: bigint; readonly row: number };

/** Judges a row before the transaction, and writes it if no one has changed the file meanwhile. */
async function change(
  call: DeskCall<Placed>,
  corrected: Readonly<Record<string, string>> | undefined,
): Promise<DeskOutcome> {
  const { ctx, staff, input } = call;
  const { tenantId } = staff;
  const found = await ctx.database.read(tenantId, async (tx) => {
    const file = await findPeopleFile(tx, tenantId, input.file);
    return { file, row: file && (await findRow(tx, { tenantId, fileId: file.id }, input.row)) };
  });
  const { file, row } = found;
  if (!file) return refused('not_found', { field: 'file' });
  const object = objectOf(file);
  if (!row) return refused('not_found', { field: 'row', object });
  const of = { tenantId, fileId: file.id };
  const before = cellsOf(ctx.secrets, of, row);
  const isOpen = file.state === 'Ready' && ['Good', 'Doubtful', 'Wrong'].includes(row.state);
  if (!isOpen || !before || (!corrected && row.state !== 'Doubtful')) return refused('nothing_to_do', { object });
  const cells = { ...before, ...corrected };
  const [judged] = await judgeSome(ctx, await sheetOf(ctx, tenantId, file), [
    { number: row.number, line: row.line, cells },
  ]);
  if (!judged) throw new Error('a row is judged');
  return ctx.database.transact(tenantId, async (tx) => {
    const now = await lockPeopleFile(tx, tenantId, file.id);
    if (now?.version !== file.version || now.state !== 'Ready') return refused('effect_changed', { object });
    const others = await rowsWithMarks(tx, of, row.number, judged.marks);
    // The first of two rows with one number is the one that stays.
    const rowOf = (mark: string) => {
      const other = others.get(mark);
      return other !== undefined && other < row.number ? other : undefined;
    };
    const changed = withMarks({ ...judged, isKept: corrected === undefined }, rowOf);
    await saveRow(tx, ctx.secrets, of, changed);
    await raiseVersion(tx, tenantId, now, Object.keys(corrected ?? {})[0]);
    const rows = [{ file: String(file.id), row: row.number, state: changed.state, version: now.version + 1 }];
    return { ok: true, rows, object };
  });
}

async function sheetOf(ctx: AppContext, tenantId: number, file: PeopleFile) {
  const brand = await findBrandById(ctx, file.brand_id);
  if (!brand) throw new Error('a file is of a brand');
  const today = dayAt(ctx.clocks.business.now());
  const reading = { today, country: brand.settings.DefaultCountry, days: file.days ?? undefined };
  return { fileId: file.id, place: { tenantId, brandId: file.brand_id }, reading };
}
