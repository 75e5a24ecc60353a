import * as z from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import {
  becomes,
  type DeskCallInTransaction,
  deskCommand,
  type DeskRefusal,
  effectOnBook,
  inDollars,
  refused,
} from '../desk/public.ts';
import { mayBeOne } from './net.domain.ts';
import { besideOf, type LinePosting, lockStatements, nameOfLine, openLines, postLines } from './post-lines.ts';

/** A line of a statement, as lists show it. */
export const lineName = z
  .string()
  .regex(/^[1-9]\d{0,17}\/[1-9]\d{0,8}$/)
  .describe('a line as unmatched shows it, like 12/3');
const input = z.object({
  line: lineName,
  /**
   * `net`: the scheme or gateway settled with the bank. `fee`: a fee that the other side charged or refunded. `loss`:
   * money that is lost, or that a contested chargeback has recovered.
   */
  type: z.enum(['net', 'fee', 'loss']),
  /** Line of the other statement, for a net. */
  with: lineName.optional(),
});
type Input = z.output<typeof input>;

async function find(tx: Tx, tenantId: number, asked: Input): Promise<LinePosting | DeskRefusal> {
  const lines = await openLines(tx, tenantId);
  const line = lines.find((one) => nameOfLine(one) === asked.line);
  if (!line) return refused('not_found', { field: 'line' });
  if (asked.type !== 'net')
    return asked.with === undefined ? { type: asked.type, line } : refused('input_invalid', { field: 'with' });
  const other = lines.find((one) => nameOfLine(one) === asked.with);
  if (!other) return refused('not_found', { field: 'with' });
  return mayBeOne(line, other) ? { type: 'net', line, other } : refused('input_invalid', { field: 'with' });
}

/** Posts a line that the books lack, with a second approval. */
export const postStatementLineCommand = deskCommand({
  name: 'post-statement-line',
  title: 'Post a statement line',
  summary:
    'Post a line of a statement that the books lack: as the net of scheme or gateway with its other line, a fee or a loss',
  permission: 'act',
  done: (row, input) => ({
    words: `The line of ${inDollars(row.amount)} is posted ${input.type === 'net' ? 'with its other line' : `as a ${input.type}`}.`,
  }),
  positional: 'line',
  input,
  answer: z.object({ line: z.string(), type: z.string(), amount: z.string() }),
  async check({ tx, staff, input: asked }: DeskCallInTransaction<Input>) {
    const found = await find(tx, staff.tenantId, asked);
    return 'type' in found ? { ok: true, rows: [], object: `statement_line:${asked.line}` } : found;
  },
  async effect(call) {
    const found = await find(call.tx, call.staff.tenantId, call.input);
    if (!('type' in found)) return [];
    const { line } = found;
    const names = found.type === 'net' ? [nameOfLine(line), nameOfLine(found.other)] : [nameOfLine(line)];
    return [
      // Above zero is money for us, and an account of ours is an asset: it is debited.
      await effectOnBook(call, line.account, -line.cents),
      await effectOnBook(call, besideOf(found), line.cents),
      ...names.map((name) => becomes(`Line ${name}`, 'not in the books', `a ${found.type}`)),
    ];
  },
  async run({ ctx, tx, staff, input: asked }: DeskCallInTransaction<Input>) {
    await lockStatements(tx, staff.tenantId);
    const found = await find(tx, staff.tenantId, asked);
    if (!('type' in found)) return found;
    await postLines(ctx, tx, staff.tenantId, [found], `staff:${staff.id}`);
    const rows = [{ line: asked.line, type: asked.type, amount: dollarsOf(found.line.cents) }];
    return { ok: true, rows, object: `statement_line:${asked.line}` };
  },
});
