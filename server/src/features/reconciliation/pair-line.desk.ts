import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import {
  becomes,
  counted,
  type DeskCallInTransaction,
  deskCommand,
  type DeskRefusal,
  inDollars,
  refused,
} from '../desk/public.ts';
import { entriesOf, type ListedEntry, saveMatches } from './compare.store.ts';
import { lineName } from './post-line.desk.ts';
import { type AccountLine, lockStatements, nameOfLine, openLines } from './post-lines.ts';

const MOST = 50;

/** Several ids from the lists, separated by spaces or commas. */
const listOf = (one: string, takes: string) =>
  z
    .string()
    .overwrite(lineText)
    .regex(new RegExp(`^(?:transfer )?${one}(?:[ ,]+(?:transfer )?${one}){0,${MOST - 1}}$`))
    .describe(takes)
    .transform((typed) => typed.split(/[ ,]+/).filter((word) => word !== 'transfer'))
    .refine((words) => new Set(words).size === words.length);

const input = z.object({
  line: lineName,
  /** Entries of the books that the line is, by their transfers. */
  entries: listOf(String.raw`[1-9]\d{0,17}`, 'transfers as unmatched shows them, like "101 102"').optional(),
  /** Further lines of the same account: of the same entries, or with the opposite amount. */
  with: listOf(
    String.raw`[1-9]\d{0,17}/[1-9]\d{0,8}`,
    'further lines as unmatched shows them, like "12/4 14/1"',
  ).optional(),
});
type Input = z.output<typeof input>;
type Pairing = { readonly lines: readonly [AccountLine, ...AccountLine[]]; readonly entries: readonly ListedEntry[] };

async function find(tx: Tx, tenantId: number, asked: Input): Promise<Pairing | DeskRefusal> {
  const open = await openLines(tx, tenantId);
  const named = (name: string) => open.find((line) => nameOfLine(line) === name);
  const line = named(asked.line);
  if (!line) return refused('not_found', { field: 'line' });
  const { account } = line;
  const others = (asked.with ?? []).map(named).filter((other) => other?.account === account && other !== line);
  if (others.length !== (asked.with ?? []).length) return refused('not_found', { field: 'with' });
  const ids = (asked.entries ?? []).map(BigInt);
  const entries = ids.length === 0 ? [] : await entriesOf(tx, { tenantId, account }, ids);
  if (entries.length !== ids.length) return refused('not_found', { field: 'entries' });
  const lines = [line, ...others.filter((other) => other !== undefined)] as const;
  const sum = (all: readonly { readonly cents: bigint }[]) => all.reduce((total, { cents }) => total + cents, 0n);
  // The day of the lines is the one on which the statement has the entries.
  const isOneDay = entries.length === 0 || lines.every(({ day }) => day === line.day);
  if (!isOneDay) return refused('input_invalid', { field: 'with' });
  if (sum(lines) !== sum(entries)) return refused('input_invalid', { field: ids.length > 0 ? 'entries' : 'with' });
  return { lines, entries };
}

const listed = (names: readonly string[]) => (names.length === 0 ? 'nothing' : names.join(', '));

/** Matches lines of a statement with entries of the books by hand, with a second approval. Nothing is posted. */
export const pairStatementLineCommand = deskCommand({
  name: 'pair-statement-line',
  title: 'Match a statement line',
  summary:
    'Match a line of a statement with entries of the books, or with another line that takes it back; sums are equal',
  permission: 'act',
  done: (row) => ({
    words:
      row.entries === 0
        ? `The line of ${inDollars(row.amount)} is matched with the other line.`
        : `The line of ${inDollars(row.amount)} is matched with ${counted(row.entries, 'entry', 'entries')} of the books.`,
  }),
  positional: 'line',
  input,
  answer: z.object({ line: z.string(), amount: z.string(), entries: z.number() }),
  async check({ tx, staff, input: asked }: DeskCallInTransaction<Input>) {
    const found = await find(tx, staff.tenantId, asked);
    return 'lines' in found ? { ok: true, rows: [], object: `statement_line:${asked.line}` } : found;
  },
  async effect({ tx, staff, input: asked }) {
    const found = await find(tx, staff.tenantId, asked);
    if (!('lines' in found)) return [];
    const { lines, entries } = found;
    const transfers = entries.map(({ id }) => `transfer ${id}`);
    const names = lines.map(nameOfLine);
    return [
      ...lines.map((line) =>
        becomes(
          `Line ${nameOfLine(line)} of ${line.day}, ${dollarsOf(line.cents)}`,
          'not in the books',
          listed(transfers.length > 0 ? transfers : names.filter((name) => name !== nameOfLine(line))),
        ),
      ),
      ...entries.map(({ id, day, cents }) =>
        becomes(`Transfer ${id} of ${day}, ${dollarsOf(cents)}`, 'in no statement', `line ${listed(names)}`),
      ),
    ];
  },
  async run({ tx, staff, input: asked }: DeskCallInTransaction<Input>) {
    await lockStatements(tx, staff.tenantId);
    const found = await find(tx, staff.tenantId, asked);
    if (!('lines' in found)) return found;
    const [first, ...others] = found.lines;
    const { account } = first;
    const match = ({ statement_id: statementId, line }: AccountLine) => ({ statementId, line });
    const entries = found.entries.map(({ id: transferId }) => ({ transferId }));
    const matches = [{ line: match(first), entries }, ...others.map((line) => ({ line: match(line), entries: [] }))];
    await saveMatches(tx, { tenantId: staff.tenantId, account }, matches, true);
    const rows = [{ line: asked.line, amount: dollarsOf(first.cents), entries: entries.length }];
    return { ok: true, rows, object: `statement_line:${asked.line}` };
  },
});
