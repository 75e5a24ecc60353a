import { hash } from 'node:crypto';
import * as z from 'zod';
import { deskCommand, refused, rowNumber } from '../../desk/public.ts';
import { findFile, textOf } from '../files/bank-file.store.ts';

/** Prints a file exactly as it was frozen, for a bank that lost it and for comparison. */
export const printBankFileCommand = deskCommand({
  name: 'print-bank-file',
  title: 'Print a bank file',
  summary: 'Print a file for the bank as it was made, in base64, with its SHA-256; nothing is sent',
  permission: 'act',
  done: (row) => ({ words: `The file ${row.name} is below as it was made.`, next: 'Nothing was sent.', isList: true }),
  positional: 'file',
  input: z.object({ file: rowNumber }),
  answer: z.object({ name: z.string(), state: z.string(), digest: z.string(), content: z.string() }),
  async run({ tx, ctx, staff, input: { file } }) {
    const found = await findFile(tx, staff.tenantId, file);
    const object = `bank_file:${file}`;
    if (!found) return refused('not_found', { field: 'file', object });
    const { name, state } = found;
    const text = textOf(ctx.secrets, found);
    if (text === undefined) return refused('file_erased', { field: 'file', object });
    const bytes = Buffer.from(text);
    const digest = found.digest.toString('hex');
    if (hash('sha256', bytes) !== digest) throw new Error('a file is no longer what was frozen');
    return { ok: true, object, rows: [{ name, state, digest, content: bytes.toString('base64') }] };
  },
});
