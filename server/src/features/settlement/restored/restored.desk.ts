import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { FILE_NAME } from '../../../outside/files/port.ts';
import { OutsideUnavailable } from '../../../outside/outside-unavailable.ts';
import { becomes, counted, deskCommand, refused } from '../../desk/public.ts';
import { addSentFile, knownNames } from './bank-has.store.ts';
import { sentAs } from '../files/file-methods.ts';
import { readSentFile } from './sent-file.domain.ts';

/** Lists files ready for collection by the bank that are not in the ledger: made after the restored moment. */
export const sentFilesCommand = deskCommand({
  name: 'sent-files',
  title: 'Sent files after a restore',
  summary: 'After a restore: files where the bank collects ours that the books do not know',
  permission: 'look',
  input: z.object({}),
  answer: z.object({ name: z.string(), bytes: z.number() }),
  async runAlone({ ctx, staff: { tenantId } }) {
    const there = await ctx.outside.bank.outgoing.list();
    if (there.kind !== 'done') throw new OutsideUnavailable('bank', there);
    // File names start with the number of their programme.
    const own = there.value.filter(({ name }) => name.startsWith(`${tenantId}-`));
    const names = own.map(({ name }) => name);
    const known = await ctx.database.read(tenantId, (tx) => knownNames(tx, tenantId, names));
    const rows = own.flatMap(({ name, size }) => (known.has(name) ? [] : [{ name, bytes: size }]));
    return { ok: true, rows };
  },
});

/**
 * Records the content of a file that the bank has and the ledger lacks. Matching payments, brought back by the restore
 * or made again, leave in no other file.
 */
export const takeSentFileCommand = deskCommand({
  name: 'take-sent-file',
  title: 'Take on a sent file',
  summary: 'After a restore: note what a file carries that the bank has taken on, so that nothing is paid twice',
  permission: 'act',
  done: (row) => ({
    words: `${counted(row.payments, 'payment')} of the file count as sent.`,
    next: 'They aren’t paid again.',
  }),
  input: z.object({
    file: z.string().overwrite(lineText).regex(FILE_NAME).describe('the name of a file, as sent-files shows it'),
  }),
  positional: 'file',
  answer: z.object({ file: z.string(), payments: z.number() }),
  async check({ tx, staff: { tenantId }, input: { file } }) {
    if (!file.startsWith(`${tenantId}-`)) return refused('not_found', { field: 'file' });
    if ((await knownNames(tx, tenantId, [file])).size > 0) return refused('nothing_to_do', { field: 'file' });
    return { ok: true, rows: [], object: `bank_file:${file}` };
  },
  async effect({ tx, staff: { tenantId }, input: { file } }) {
    if ((await knownNames(tx, tenantId, [file])).size > 0) return [];
    return [becomes(`File ${file}`, 'not in the books', 'noted: its payments leave in no other file', 'is noted')];
  },
  async runAlone({ ctx, staff: { tenantId }, input: { file } }) {
    const object = `bank_file:${file}`;
    const there = await ctx.outside.bank.outgoing.read(file);
    if (there.kind === 'refused') return refused('not_found', { field: 'file', object });
    if (there.kind !== 'done') throw new OutsideUnavailable('bank', there);
    const carries = sentAs(ctx.paymentMethods, file);
    const read = carries && readSentFile(there.value.toString('latin1'), carries);
    if (!read) return refused('input_invalid', { field: 'file', object });
    await ctx.database.transact(tenantId, async (tx) => {
      const known = await knownNames(tx, tenantId, [file]);
      if (known.size === 0) await addSentFile(tx, ctx.secrets, { tenantId, name: file, file: read });
    });
    return { ok: true, rows: [{ file, payments: read.lines.length }], object };
  },
});
