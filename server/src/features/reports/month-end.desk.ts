import { plainText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { dayAt } from '../../platform/time/clock.ts';
import {
  becomes,
  counted,
  type DeskCallInTransaction,
  deskCommand,
  inDollars,
  refused,
  requestOfKey,
  sumOf,
} from '../desk/public.ts';
import { readMonthEnd } from './month-end.ts';
import { isSigned, listSigned, saveSigned } from './month-signed.store.ts';
import { isOver, periodBefore, readPeriod } from './period.domain.ts';

const month = z
  .string()
  .overwrite(plainText)
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
  .describe('a month as 2026-10 that is over');

type Call<Input> = Pick<DeskCallInTransaction<Input>, 'ctx' | 'tx' | 'staff'>;

/** The end of a month that is over, read in the transaction of the call; undefined: it is not over. */
async function readIn({ ctx, tx, staff: { tenantId } }: Call<unknown>, name: string | undefined) {
  const today = dayAt(ctx.clocks.business.now());
  const period = name === undefined ? periodBefore('month', today) : readPeriod(name, ['month']);
  if (!period || !isOver(period, today)) return undefined;
  const database = { read: <T>(_: number, work: (read: typeof tx) => Promise<T>) => work(tx) };
  return { period, ...(await readMonthEnd({ ctx, database, tenantId, period })) };
}

/** Shows the way from the money of cardholders to the statement of the bank at the end of a month. */
const monthEndCommand = deskCommand({
  name: 'month-end',
  title: 'Month end',
  summary: 'From the books to the statement of the bank at the end of a month: the last one, or --month',
  permission: 'decide',
  done: (_row, _input, rows) => ({
    words: `${counted(rows.length, 'line')} from the books to the bank.`,
    isList: true,
  }),
  positional: 'month',
  input: z.object({ month: month.optional() }),
  answer: z.object({
    line: z.string(),
    /** Entries of the month, or lines and entries without a match. */
    items: z.string(),
    amount: z.string(),
    opening: z.string(),
    /** Day of the statement, and whether it agrees: on the last line alone. */
    day: z.string(),
    state: z.enum(['', 'agrees', 'unexplained', 'earlier', 'none']),
  }),
  async run({ input, ...call }) {
    const found = await readIn(call, input.month);
    if (!found) return refused('input_invalid', { field: 'month' });
    const { lines, agrees, statementDay = '', period } = found;
    const rows = lines.map(({ name, items, cents, opening }) => ({
      line: name,
      items: items === undefined ? '' : String(items),
      amount: dollarsOf(cents),
      opening: opening === undefined ? '' : dollarsOf(opening),
      day: '',
      state: '' as const,
    }));
    const state = agrees
      ? 'agrees'
      : statementDay === ''
        ? 'none'
        : statementDay === period.lastDay
          ? 'unexplained'
          : 'earlier';
    const statement = rows.find(({ line }) => line === 'statement');
    const end = {
      line: 'statement',
      items: '',
      opening: '',
      amount: statement?.amount ?? '',
      day: statementDay,
      state,
    };
    return { ok: true, rows: [...rows.filter((row) => row !== statement), end], object: `month:${period.name}` };
  },
});

const MONTHS = 24;

/** Lists months that two people have signed, with the figures of then. */
const signedMonthsCommand = deskCommand({
  name: 'signed-months',
  title: 'Signed months',
  summary: 'Months whose books two people have signed, the last first, with the figures of then',
  permission: 'decide',
  done: (_row, _input, rows) => ({ words: `${counted(rows.length, 'month')} signed.`, isList: true }),
  input: z.object({}),
  answer: z.object({
    month: z.string(),
    held: z.string(),
    atBank: z.string(),
    askedBy: z.string(),
    approvedBy: z.string(),
    at: z.string(),
  }),
  async run({ tx, staff: { tenantId } }) {
    const rows = (await listSigned(tx, tenantId, MONTHS)).map((one) => ({
      month: one.month,
      held: dollarsOf(one.held),
      atBank: dollarsOf(one.at_bank),
      askedBy: one.asked_by,
      approvedBy: one.approved_by ?? '',
      at: toInstant(one.signed_at),
    }));
    return { ok: true, rows };
  },
});

const signing = z.object({ month });

async function signable(call: DeskCallInTransaction<z.output<typeof signing>>) {
  const found = await readIn(call, call.input.month);
  if (!found) return refused('input_invalid', { field: 'month' });
  const object = `month:${found.period.name}`;
  if (await isSigned(call.tx, call.staff.tenantId, found.period.name)) return refused('nothing_to_do', { object });
  if (!found.agrees) return refused('month_not_explained', { field: 'month', object });
  return { ok: true, ...found, object } as const;
}

/** Signs the books of a month: one person asks, another approves. It keeps the figures of then. */
const signMonthCommand = deskCommand({
  name: 'sign-month',
  title: 'Sign a month',
  summary: 'Sign the books of a month that agrees with the statement of the bank, by two people',
  permission: 'decide',
  done: ({ month: signed, held }) => ({
    words: `The books of ${signed} are signed, with ${inDollars(held)} held for cardholders.`,
  }),
  positional: 'month',
  input: signing,
  answer: z.object({ month: z.string(), held: z.string(), atBank: z.string() }),
  async check(call) {
    const found = await signable(call);
    return found.ok ? { ok: true, rows: [], object: found.object } : found;
  },
  async effect(call) {
    const found = await signable(call);
    if (!found.ok) return [];
    return [
      becomes(`Books of ${found.period.name}`, 'not signed', 'signed', 'are signed'),
      sumOf('Held for cardholders', found.held, 'by the books', 'signed'),
      sumOf('At the bank', found.atBank, 'by the statement', 'signed'),
    ];
  },
  async run(call) {
    const found = await signable(call);
    if (!found.ok) return found;
    const { held, atBank, period, object } = found;
    await saveSigned(call.tx, call.staff.tenantId, {
      month: period.name,
      held,
      atBank,
      requestId: requestOfKey(call.key),
      atMs: call.ctx.clocks.business.now(),
    });
    return { ok: true, rows: [{ month: period.name, held: dollarsOf(held), atBank: dollarsOf(atBank) }], object };
  },
});

/** Commands about the end of a month. */
export const monthEndCommands = [monthEndCommand, signedMonthsCommand, signMonthCommand] as const;
