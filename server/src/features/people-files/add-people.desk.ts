import * as z from 'zod';
import {
  counted,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  type Effect,
  effectOnBook,
  refused,
  rowNumber,
  wholeNumber,
} from '../desk/public.ts';
import { LOAD_TYPES, PAID_FROM } from '../desk-loads/public.ts';
import { PEOPLE_TO_ADD } from './add-people.due.ts';
import { eraseCells, findPeopleFile, lockPeopleFile, type PeopleFile, saveFileState } from './people-file.store.ts';
import { objectOf } from './people-file.view.ts';
import { readPlanned } from './people-row.store.ts';

const MOST_VERSIONS = 999_999;
const adding = z.object({
  file: rowNumber,
  /** The version of the rows that was read. */
  version: wholeNumber(1, MOST_VERSIONS),
  money: z
    .enum(LOAD_TYPES)
    .describe("where opening balances come from: received, the programme's bank account, or goodwill, its income")
    .optional(),
});
type Adding = z.output<typeof adding>;

/** Why the file cannot be added in the version that was asked for. */
function faultOf({ version, money }: Adding, file: PeopleFile): DeskOutcome | undefined {
  const object = objectOf(file);
  if (file.state !== 'Ready' || file.good === 0) return refused('nothing_to_do', { object });
  if (file.version !== version) return refused('effect_changed', { field: 'version', object });
  return file.opening_cents > 0n && !money ? refused('input_invalid', { field: 'money', object }) : undefined;
}

/** Adds the good rows of a file, when a second person approves. Rows with errors and doubts are left out. */
export const addPeopleCommand = deskCommand({
  name: 'add-people',
  title: 'Add the people of a file',
  summary: 'Add the good rows of a file of people and cards, in the version that was read; others are left out',
  permission: 'act',
  done: ({ rows, name }) => ({
    words: `${counted(rows, 'row')} of ${name} are being added.`,
    next: 'The page of the file says what became of each row.',
  }),
  positional: 'file',
  input: adding,
  answer: z.object({ file: z.string(), name: z.string(), rows: z.number() }),
  async check({ tx, staff, input }: DeskCallInTransaction<Adding>): Promise<DeskOutcome> {
    const file = await findPeopleFile(tx, staff.tenantId, input.file);
    if (!file) return refused('not_found', { field: 'file' });
    return faultOf(input, file) ?? { ok: true, rows: [], object: objectOf(file) };
  },
  async effect(call) {
    const { tx, staff, input } = call;
    const { tenantId } = staff;
    const file = await findPeopleFile(tx, tenantId, input.file);
    if (!file || faultOf(input, file)) return [];
    const planned = await readPlanned(tx, { tenantId, fileId: file.id });
    const sum = (of: 'made' | 'letters' | 'texts' | 'mails' | 'off' | 'loads') =>
      planned.reduce((all, one) => all + one[of], 0);
    const cents = planned.reduce((all, one) => all + one.cents, 0n);
    return [
      ...planned.flatMap(({ product, is_person: isPerson, rows }) =>
        some(`${product}: ${isPerson ? 'people with an account and a card' : 'cards without a person'}`, rows, 'added'),
      ),
      ...some('Cards ordered from the card maker', sum('made'), 'ordered'),
      ...some('Letters of new cards', sum('letters'), 'sent'),
      ...some('Activation codes by text', sum('texts'), 'sent'),
      ...some('Activation codes by email', sum('mails'), 'sent'),
      ...some('Activation codes that wait, because texts or mail are off', sum('off'), 'wait'),
      ...some('Opening balances', sum('loads'), 'loaded'),
      ...(cents > 0n && input.money ? [await effectOnBook(call, PAID_FROM[input.money], -cents)] : []),
      ...some('Rows with an error', file.wrong, 'left out'),
      ...some('Rows that may be here already', file.doubtful, 'left out'),
      ...some('Rows that were added before', file.known, 'stay as they are'),
    ];
  },
  async run({ ctx, tx, staff, input }: DeskCallInTransaction<Adding>): Promise<DeskOutcome> {
    const { tenantId } = staff;
    const file = await lockPeopleFile(tx, tenantId, input.file);
    if (!file) return refused('not_found', { field: 'file' });
    const fault = faultOf(input, file);
    if (fault) return fault;
    await saveFileState(tx, tenantId, file.id, 'Adding');
    const payload = { file: String(file.id), actor: `staff:${staff.id}`, ...(input.money && { money: input.money }) };
    await ctx.dueWork.enqueue(tx, PEOPLE_TO_ADD, { tenantId, key: String(file.id), payload });
    return { ok: true, rows: [{ file: String(file.id), name: file.name, rows: file.good }], object: objectOf(file) };
  },
});

/** Line of an effect for a number of things; no line for zero. */
const some = (what: string, count: number, change: string): readonly Effect[] =>
  count === 0 ? [] : [{ what, before: '', change, after: String(count) }];

const dropping = z.object({ file: rowNumber });

/** Drops a file that waits. What it says of people is erased. */
export const dropPeopleFile = deskCommand({
  name: 'drop-people-file',
  title: 'Drop a file of people or cards',
  summary: 'Drop a file of people and cards that waits: nothing is added, and what it says of people is erased',
  permission: 'act',
  done: ({ name }) => ({ words: `${name} is dropped. Nothing was added.` }),
  positional: 'file',
  input: dropping,
  answer: z.object({ file: z.string(), name: z.string() }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const file = await lockPeopleFile(tx, tenantId, input.file);
    if (!file) return refused('not_found', { field: 'file' });
    const object = objectOf(file);
    if (file.state !== 'Ready') return refused('nothing_to_do', { object });
    const now = ctx.clocks.business.now();
    await saveFileState(tx, tenantId, file.id, 'Dropped', now);
    await eraseCells(tx, tenantId, file.id, now);
    return { ok: true, rows: [{ file: String(file.id), name: file.name }], object };
  },
});
