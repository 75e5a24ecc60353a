import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { dollarsOf } from '../../../platform/money.ts';
import {
  becomes,
  counted,
  type DeskCallInTransaction,
  deskCommand,
  pageInput,
  pageOf,
  refused,
  rowNumber,
  sumOf,
} from '../../desk/public.ts';
import { DIGEST_SHOWN, findFile, lockFile, saveTry } from '../files/bank-file.store.ts';
import { fileTypes } from '../files/file-methods.ts';
import { makeFiles } from '../files/make-files.ts';
import { compareAccounts, findAnswer, listAnswers, listFiles, lockAnswer, takeWaiting } from './desk-bank.store.ts';

/** Lists files for the bank. Without account numbers, which only the files contain. */
export const bankFilesCommand = deskCommand({
  name: 'bank-files',
  title: 'Files to the bank',
  summary: 'Files for the bank, the newest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    file: z.string(),
    name: z.string(),
    day: z.string(),
    state: z.string(),
    payments: z.number(),
    amount: z.string(),
    digest: z.string(),
    unsure: z.boolean(),
    method: z.string(),
    made: z.string(),
    sent: z.string(),
    answered: z.string(),
  }),
  async run({ tx, ctx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listFiles(tx, staff.tenantId, most));
    const rows = shown.map((file) => ({
      file: String(file.id),
      name: file.name,
      day: file.day,
      state: file.state,
      payments: file.lines,
      amount: dollarsOf(file.cents),
      digest: file.digest.slice(0, DIGEST_SHOWN),
      unsure: file.is_unsure,
      method: file.method,
      made: toInstant(file.made_at),
      sent: file.sent_at === null ? '' : toInstant(file.sent_at),
      answered: file.answered_at === null ? '' : toInstant(file.answered_at),
    }));
    return { ok: true, rows, hasMore };
  },
});

/** Makes bank files now instead of by due work. Before a cut-off it makes none. */
export const makeBankFilesCommand = deskCommand({
  name: 'make-bank-files',
  title: 'Make bank files now',
  summary: 'Make the files of cut-offs that are over, and send them with the next round',
  permission: 'act',
  done: (_row, _input, rows) => ({
    words: `${counted(rows.length, 'bank file')} made.`,
    next: 'The next round sends them to the bank.',
    isList: true,
  }),
  input: z.object({}),
  answer: z.object({ file: z.string(), name: z.string(), payments: z.number(), amount: z.string() }),
  async run({ tx, ctx, staff }) {
    const rows = [];
    for (const method of fileTypes(ctx)) {
      for (const made of await makeFiles(ctx, tx, staff.tenantId, method)) {
        rows.push({ file: String(made.id), name: made.name, payments: made.lines, amount: dollarsOf(made.cents) });
      }
    }
    return { ok: true, rows };
  },
});

const fileInput = z.object({ file: rowNumber });

/** Sends a file again when its arrival is unknown: the bank was asked and has no file of this name. */
export const sendBankFile = deskCommand({
  name: 'send-bank-file',
  title: 'Send a bank file again',
  summary: 'Send a file again that the bank does not have, as bank-files shows it unsure',
  permission: 'act',
  done: () => ({ words: 'The file goes to the bank again.' }),
  input: fileInput,
  positional: 'file',
  answer: z.object({ file: z.string(), state: z.string() }),
  check: findUnsure,
  async effect({ tx, staff, input: { file } }) {
    const found = await findFile(tx, staff.tenantId, file);
    if (found?.state !== 'Made' || found.tried_at === null) return [];
    return [
      becomes(`File ${found.name}`, 'sent, and not known whether it arrived', 'sent once more', 'is sent again'),
      sumOf(`Its payments: ${found.lines}`, found.cents, '', 'paid twice if the bank has the file'),
    ];
  },
  async run(call) {
    const found = await findUnsure(call);
    if (found.ok) await saveTry(call.tx, call.staff.tenantId, call.input.file, null);
    return found;
  },
});

async function findUnsure({ tx, staff, input: { file } }: DeskCallInTransaction<z.output<typeof fileInput>>) {
  const found = await lockFile(tx, staff.tenantId, file);
  const object = `bank_file:${file}`;
  if (!found) return refused('not_found', { field: 'file', object });
  if (found.state !== 'Made' || found.tried_at === null) return refused('nothing_to_do', { object });
  return { ok: true as const, rows: [{ file: String(file), state: found.state }], object };
}

/** Lists files of the bank, accepted, refused or waiting. */
export const bankAnswersCommand = deskCommand({
  name: 'bank-answers',
  title: 'Files from the bank',
  summary: 'Files that the bank has left, the newest first: taken, waiting for a second person, refused',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    answer: z.string(),
    name: z.string(),
    kind: z.string(),
    state: z.string(),
    reason: z.string(),
    lines: z.number(),
    amount: z.string(),
    open: z.number(),
    suspense: z.number(),
    read: z.string(),
  }),
  async run({ tx, ctx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listAnswers(tx, staff.tenantId, most));
    const rows = shown.map(({ id: answer, cents, read_at, ...rest }) => ({
      ...rest,
      answer: String(answer),
      amount: dollarsOf(cents),
      read: toInstant(read_at),
    }));
    return { ok: true, rows, hasMore };
  },
});

const answerInput = z.object({ answer: rowNumber });

/** Accepts a waiting file of the bank, whose credits exceed the amount for one person. */
export const takeBankAnswer = deskCommand({
  name: 'take-bank-answer',
  title: 'Take a file from the bank',
  summary: 'Take a waiting file of the bank, after its total was compared with the statement',
  permission: 'act',
  done: () => ({ words: 'The file from the bank is taken.', next: 'What it says is posted.' }),
  input: answerInput,
  positional: 'answer',
  answer: z.object({ answer: z.string(), state: z.string() }),
  check: findWaiting,
  async effect({ tx, staff, input: given }) {
    const found = await findAnswer(tx, staff.tenantId, given.answer);
    if (found?.state !== 'Waiting') return [];
    return [
      becomes(`File ${found.name} of the bank`, 'Waiting', 'Taken'),
      sumOf(`Its lines: ${found.lines}`, found.cents, '', 'posted'),
    ];
  },
  async run(call) {
    const found = await findWaiting(call);
    if (!found.ok) return found;
    await takeWaiting(call.tx, call.staff.tenantId, call.input.answer);
    return { ...found, rows: [{ answer: String(call.input.answer), state: 'Taken' }] };
  },
});

async function findWaiting({ tx, staff, input: { answer } }: DeskCallInTransaction<z.output<typeof answerInput>>) {
  const found = await lockAnswer(tx, staff.tenantId, answer);
  const object = `bank_answer:${answer}`;
  if (!found) return refused('not_found', { field: 'answer', object });
  if (found.state !== 'Waiting') return refused('nothing_to_do', { object });
  return { ok: true as const, rows: [{ answer: String(answer), state: found.state }], object };
}

/** Compares the balances of settlement and suspense accounts with their items and reports differences. */
export const reconcileCommand = deskCommand({
  name: 'reconcile',
  title: 'Compare payments on their way',
  summary: 'Compare the accounts of what is on its way with its payments; a difference is a break',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    account: z.string(),
    balance: z.string(),
    payments: z.number(),
    amount: z.string(),
    difference: z.string(),
  }),
  async run({ tx, ctx, staff }) {
    const compared = await compareAccounts(tx, staff.tenantId, ctx.paymentMethods);
    const rows = compared.map(({ kind, account, items, count }) => ({
      account: kind,
      balance: dollarsOf(account),
      payments: count,
      amount: dollarsOf(items),
      difference: dollarsOf(account - items),
    }));
    return { ok: true, rows };
  },
});
