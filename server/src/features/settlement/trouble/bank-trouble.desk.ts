import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { deskCommand, type DeskCallInTransaction, pageInput, pageOf, refused, rowNumber } from '../../desk/public.ts';
import { closeTrouble, listOpenTrouble, lockTrouble, type TroubleKind } from './trouble.store.ts';

/** Lists incidents in the exchange of files with the bank. */
export const bankTroubleCommand = deskCommand({
  name: 'bank-trouble',
  title: 'Trouble with bank files',
  summary: 'What keeps files from the bank or from us, the oldest first: unreachable, not sent, unanswered, refused …',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    trouble: z.string(),
    kind: z.string(),
    file: z.string(),
    reason: z.string(),
    since: z.string(),
  }),
  async run({ tx, ctx, staff, input }: DeskCallInTransaction<{ readonly page: number }>) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listOpenTrouble(tx, staff.tenantId, most));
    const rows = shown.map(({ id, since, kind, file, reason }) => ({
      trouble: String(id),
      kind,
      file,
      reason,
      since: toInstant(since),
    }));
    return { ok: true, rows, hasMore };
  },
});

/** The others close automatically when the file is sent or answered. One that waits and is not taken is closed too. */
const CLOSED_BY_HAND: ReadonlySet<TroubleKind> = new Set([
  'misnamed',
  'refused',
  'unread',
  'waiting',
  'statementRefused',
]);

/** Closes an incident about a refused or unknown file, which stays in place until staff handle it. */
export const closeBankTroubleCommand = deskCommand({
  name: 'close-bank-trouble',
  title: 'Close trouble with a bank file',
  summary: 'Note that a file of the bank that was refused, misnamed or unread was seen to',
  permission: 'act',
  done: () => ({ words: 'The trouble is noted as seen to.' }),
  input: z.object({ trouble: rowNumber }),
  positional: 'trouble',
  answer: z.object({ trouble: z.string() }),
  async run({ tx, ctx, staff, input: { trouble } }: DeskCallInTransaction<{ readonly trouble: bigint }>) {
    const found = await lockTrouble(tx, staff.tenantId, trouble);
    const object = `bank_trouble:${trouble}`;
    if (!found) return refused('not_found', { field: 'trouble', object });
    if (found.closed_at !== null || !CLOSED_BY_HAND.has(found.kind)) return refused('nothing_to_do', { object });
    await closeTrouble(tx, staff.tenantId, trouble, ctx.clocks.security.now());
    return { ok: true, rows: [{ trouble: String(trouble) }], object };
  },
});
