import * as z from 'zod';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand, pageInput, pageOf, refused } from '../desk/public.ts';
import { listEntries, listLines, readTotals, sumEntries, toOpenEntries } from './compare.store.ts';
import { mayBeOne } from './net.domain.ts';
import { lineName } from './post-line.desk.ts';
import { nameOfLine, openLines } from './post-lines.ts';
import { listStatements } from './statement.store.ts';
import { COMPARED_ACCOUNTS } from './statement.types.ts';

const account = z.enum(COMPARED_ACCOUNTS);

/** Lists statements of the bank, the scheme and the gateway. */
export const statementsCommand = deskCommand({
  name: 'statements-read',
  title: 'Statements that were read',
  summary: 'Statements of the bank, the card scheme and the payment gateway that were read, the newest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    account: z.string(),
    name: z.string(),
    from: z.string(),
    to: z.string(),
    closing: z.string(),
    lines: z.number(),
    unmatched: z.number(),
    refused: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listStatements(tx, staff.tenantId, most));
    const rows = shown.map(({ first_day: from, last_day: to, closing, refused, ...rest }) => ({
      ...rest,
      from: from ?? '',
      to: to ?? '',
      closing: closing === null ? '' : dollarsOf(closing),
      refused: refused ?? '',
    }));
    return { ok: true, rows, hasMore };
  },
});

/** Shows the difference between an account of the books and the statements of the other party. */
export const differencesCommand = deskCommand({
  name: 'differences',
  title: 'Books beside statements',
  summary: 'The account of the bank, the scheme and the gateway in the books beside its statement, with the difference',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    account: z.string(),
    until: z.string(),
    statement: z.string(),
    books: z.string(),
    difference: z.string(),
    onlyInStatement: z.string(),
    onlyInBooks: z.string(),
    unexplained: z.string(),
  }),
  async run({ tx, staff: { tenantId } }) {
    const rows = [];
    for (const kind of COMPARED_ACCOUNTS) {
      const of = { tenantId, account: kind };
      const { closing, last_day: until, books, lines } = await readTotals(tx, of);
      if (until === null) continue;
      const onlyInBooks = await sumEntries(tx, of);
      const difference = closing === null ? null : closing - books;
      rows.push({
        account: kind,
        until,
        statement: closing === null ? '' : dollarsOf(closing),
        books: dollarsOf(books),
        difference: difference === null ? '' : dollarsOf(difference),
        onlyInStatement: dollarsOf(lines),
        onlyInBooks: dollarsOf(onlyInBooks),
        unexplained: difference === null ? '' : dollarsOf(difference - (lines - onlyInBooks)),
      });
    }
    return { ok: true, rows };
  },
});

/** Lists lines of statements and entries of the books that have no counterpart. */
export const unmatchedCommand = deskCommand({
  name: 'unmatched',
  title: 'Lines and entries without a match',
  summary: 'Lines of statements that the books lack, and entries of the books that the statements lack, of an account',
  permission: 'look',
  input: z.object({ account, ...pageInput }),
  positional: 'account',
  answer: z.object({
    side: z.string(),
    day: z.string(),
    amount: z.string(),
    reference: z.string(),
    words: z.string(),
    /** Name of a line, for `post-statement-line` and `pair-statement-line`. */
    line: z.string(),
    /** Lines that may be the other side of a net. */
    candidates: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const others = await openLines(tx, tenantId);
    const of = { tenantId, account: input.account };
    const { shown, hasMore } = await pageOf(ctx, input, async (most) => {
      const lines = (await listLines(tx, of, most)).map((line) => ({
        side: 'statement',
        day: line.day,
        amount: dollarsOf(line.cents),
        reference: line.reference,
        words: line.words,
        line: nameOfLine(line),
        candidates: others
          .filter((other) => mayBeOne({ ...line, account: input.account }, other))
          .map(nameOfLine)
          .join(' '),
      }));
      if (lines.length >= most) return lines;
      const listed = await listEntries(tx, of, most - lines.length);
      const entries = (await toOpenEntries(tx, of, listed)).map(({ transferId, day, cents, part }) => ({
        side: 'books',
        day,
        amount: dollarsOf(cents),
        reference: `transfer ${transferId}`,
        words: part ? `${part.name} of ${part.charge}` : '',
        line: '',
        candidates: '',
      }));
      return [...lines, ...entries];
    });
    return { ok: true, rows: shown, hasMore };
  },
});

/** Lists the lines that may be the other side of a net, each with what a person compares. */
export const lineCandidatesCommand = deskCommand({
  name: 'line-candidates',
  title: 'Matches for a statement line',
  summary: 'Lines of the other statements that may be the other side of a line, by the line that unmatched shows',
  permission: 'look',
  positional: 'line',
  input: z.object({ line: lineName, ...pageInput }),
  answer: z.object({
    line: z.string(),
    account: z.string(),
    day: z.string(),
    amount: z.string(),
    reference: z.string(),
    words: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const lines = await openLines(tx, tenantId);
    const line = lines.find((one) => nameOfLine(one) === input.line);
    if (!line) return refused('not_found', { field: 'line' });
    const { shown, hasMore } = await pageOf(ctx, input, async () => lines.filter((other) => mayBeOne(line, other)));
    const rows = shown.map((one) => ({
      line: nameOfLine(one),
      account: one.account,
      day: one.day,
      amount: dollarsOf(one.cents),
      reference: one.reference,
      words: one.words,
    }));
    return { ok: true, rows, hasMore };
  },
});
