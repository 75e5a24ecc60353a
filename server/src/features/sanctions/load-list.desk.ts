import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { FILE_NAME_MAXIMUM } from '@wattle/contract/sent-file.ts';
import * as z from 'zod';
import { counted, type DeskCall, deskCommand, type DeskOutcome, refused, wholeNumber } from '../desk/public.ts';
import { ListFault, type ListedName, readListedNames } from './listed-names.ts';
import { findCurrentList, saveList } from './sanction-list.store.ts';

const MEGABYTE = 1024 * 1024;
/** A list that has lost more of its names is taken for a wrong file, until it is asked for in so many words. */
const LEAST_SHARE = 0.9;

const header = z.string().overwrite(lineText).min(1).max(60);
const input = z.object({
  source: header.describe('whose list it is and of which day'),
  /** Name of the file, for the audit log. */
  name: z.string().overwrite(lineText).min(1).max(FILE_NAME_MAXIMUM).optional(),
  names: header
    .describe('headers of the columns with names, with commas; Name of Individual or Entity unless given')
    .default('Name of Individual or Entity')
    .transform((typed) => typed.split(/\s*,\s*/)),
  reference: header
    .describe('header of the column with the number of an entry; Reference unless given')
    .default('Reference'),
  born: header.describe('header of the column with days or years of birth').optional(),
  threshold: wholeNumber(70, 100).describe('a likeness in percent from 70 to 100; 85 unless given').default(85),
  /** The list may have far fewer names than the one before. */
  fewer: z.boolean().default(false),
});
type Input = z.output<typeof input>;

/** Loads a list of sanctions in place of the one before. Every name is compared with it in the background. */
export const loadSanctions = deskCommand({
  name: 'load-sanctions',
  title: 'Load a sanctions list',
  summary: 'Load a list of sanctions as CSV or XLSX; people, payments and orders are compared with it',
  permission: 'decide',
  done: ({ entries, due }) => ({
    words: `The list has ${counted(entries, 'entry', 'entries')}.`,
    next: `${counted(due, 'name')} will be compared with it.`,
  }),
  takesFile: { maximum: 10 * MEGABYTE, kind: 'workbook' },
  input,
  answer: z.object({ source: z.string(), entries: z.number(), due: z.number() }),
  async runAlone(call: DeskCall<Input>): Promise<DeskOutcome> {
    const { file, input: given } = call;
    if (!file) return refused('input_invalid', { field: 'file' });
    try {
      return await replace(call, await readListedNames(file, given));
    } catch (error) {
      if (!(error instanceof ListFault)) throw error;
      return refused('file_unreadable', { field: 'file', words: error.message });
    }
  },
});

function replace({ ctx, staff, input }: DeskCall<Input>, names: readonly ListedName[]): Promise<DeskOutcome> {
  const { source, threshold, fewer } = input;
  return ctx.database.transact(staff.tenantId, async (tx): Promise<DeskOutcome> => {
    const before = await findCurrentList(tx, staff.tenantId);
    if (before && !fewer && names.length < before.entries * LEAST_SHARE)
      return refused('list_shrunk', { field: 'fewer' });
    const atMs = ctx.clocks.business.now();
    const id = await saveList(tx, staff.tenantId, { source, threshold, by: staff.name, atMs, names });
    const now = await findCurrentList(tx, staff.tenantId);
    return {
      ok: true,
      rows: [{ source, entries: names.length, due: now?.due ?? 0 }],
      object: `sanction_list:${id}`,
    };
  });
}
