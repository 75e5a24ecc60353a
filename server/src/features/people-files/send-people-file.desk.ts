import { createHash } from 'node:crypto';
import { FILE_NAME_MAXIMUM } from '@wattle/contract/sent-file.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { type Brand, findBrand } from '../brands/public.ts';
import { brandIdentifier, counted, type DeskCall, deskCommand, type DeskOutcome, refused } from '../desk/public.ts';
import { DAY_ORDERS, PeopleFileError } from '../issuing/public.ts';
import { judgeSheet } from './judge-sheet.ts';
import type { RowState } from './judged-row.domain.ts';
import {
  addPeopleFile,
  countRows,
  drawFileId,
  findByDigest,
  findPeopleFile,
  type NewPeopleFile,
} from './people-file.store.ts';
import { FILE_COLUMNS, fileView, objectOf } from './people-file.view.ts';
import { insertRows, type NewRow, sealRows } from './people-row.store.ts';
import { rowsOfBytes } from './sheet-bytes.ts';

const MEGABYTE = 1024 * 1024;
/** Rows of one statement. */
const INSERTED_AT_ONCE = 500;

const input = z.object({
  brand: brandIdentifier,
  /** Meaning of 3/4/1990 in the whole file. */
  dates: z.enum(DAY_ORDERS).optional(),
  name: z.string().overwrite(lineText).min(1).max(FILE_NAME_MAXIMUM).optional(),
});
type Input = z.output<typeof input>;

/** Reads and judges a file of people and cards. It is kept sealed, and nothing is made of it before two people agree. */
export const sendPeopleFile = deskCommand({
  name: 'send-people-file',
  title: 'Send a file of people or cards',
  summary:
    'Send a CSV or XLSX file of people and cards, up to 10 MB and 10,000 rows, to be checked row by row; nothing is added',
  permission: 'act',
  done: ({ name, isAgain, good, wrong, doubtful }) =>
    isAgain
      ? { words: `${name} was sent before.`, next: 'It is the same file, and nothing was read twice.' }
      : {
          words: `${name} is read: ${counted(good, 'good row')}, ${counted(wrong, 'error')}, ${counted(doubtful, 'row')} to check.`,
          next: 'Nothing is added yet.',
        },
  positional: 'brand',
  takesFile: { maximum: 10 * MEGABYTE, kind: 'workbook' },
  input,
  answer: z.object({ ...FILE_COLUMNS, isAgain: z.boolean() }),
  async runAlone(call: DeskCall<Input>): Promise<DeskOutcome> {
    const { ctx, staff, input: given, file } = call;
    const brand = await findBrand(ctx, given.brand, '');
    if (brand?.tenantId !== staff.tenantId) return refused('not_found', { field: 'brand' });
    if (!file) return refused('input_invalid', { field: 'file' });
    const digest = digestOf(ctx, brand, given, file);
    const before = await answer(call, await findId(call, brand, digest), true);
    if (before) return before;
    try {
      return await readAndKeep(call, brand, { file, digest });
    } catch (error) {
      if (!(error instanceof PeopleFileError)) throw error;
      return refused('file_unreadable', { field: 'file', words: error.message });
    }
  },
});

/** The same bytes with another order of days are another file. */
function digestOf({ secrets }: AppContext, brand: Brand, { dates }: Input, file: Buffer): Buffer {
  const bytes = createHash('sha256').update(file).digest('hex');
  return secrets.identifierHash('peopleFile', `${brand.tenantId}:${brand.id}:${dates ?? ''}:${bytes}`);
}

const findId = ({ ctx, staff: { tenantId } }: DeskCall<Input>, brand: Brand, digest: Buffer) =>
  ctx.database.read(tenantId, (tx) => findByDigest(tx, { tenantId, brandId: brand.id }, digest));

async function answer(
  { ctx, staff: { tenantId } }: DeskCall<Input>,
  id: bigint | undefined,
  isAgain: boolean,
): Promise<DeskOutcome | undefined> {
  const found = id && (await ctx.database.read(tenantId, (tx) => findPeopleFile(tx, tenantId, id)));
  return found ? { ok: true, rows: [{ ...fileView(found), isAgain }], object: objectOf(found) } : undefined;
}

type Read = { readonly file: Buffer; readonly digest: Buffer };

async function readAndKeep(call: DeskCall<Input>, brand: Brand, { file, digest }: Read): Promise<DeskOutcome> {
  const { ctx, staff, input: given } = call;
  const { tenantId } = staff;
  const sheet = await rowsOfBytes(file);
  const fileId = await ctx.database.transact(tenantId, drawFileId);
  const at = ctx.clocks.business.now();
  const place = { tenantId, brandId: brand.id };
  const reading = { today: dayAt(at), country: brand.settings.DefaultCountry, days: given.dates };
  const rows = await judgeSheet(
    ctx,
    { fileId, place, reading },
    sheet.map(({ row: number, line, values: cells }) => ({ number, line, cells })),
  );
  const sealed = await sealInParts(ctx, { tenantId, fileId }, rows);
  const count = (state: RowState) => rows.filter((row) => row.state === state).length;
  const kept: NewPeopleFile = {
    ...place,
    id: fileId,
    digest,
    name: given.name ?? 'people.csv',
    columns: sheet[0]?.columns ?? [],
    days: given.dates ?? null,
    good: count('Good'),
    doubtful: count('Doubtful'),
    wrong: count('Wrong'),
    known: count('Known'),
    sentBy: staff.id,
    sentAt: at,
  };
  const isNew = await ctx.database.transact(tenantId, async (tx) => {
    if (!(await addPeopleFile(tx, kept))) return false;
    for (const values of sealed) await insertRows(tx, values);
    await countRows(tx, tenantId, fileId);
    return true;
  });
  const id = isNew ? fileId : await findId(call, brand, digest);
  return (await answer(call, id, !isNew)) ?? refused('unavailable');
}

/** Seals rows outside of a transaction, with a pause for other calls after each part. */
async function sealInParts(ctx: AppContext, of: { tenantId: number; fileId: bigint }, rows: readonly NewRow[]) {
  const parts: (readonly unknown[])[] = [];
  for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE) {
    parts.push(sealRows(ctx.secrets, of, rows.slice(at, at + INSERTED_AT_ONCE)));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return parts;
}
