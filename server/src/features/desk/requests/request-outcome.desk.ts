import * as z from 'zod';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { rowNumber } from '../typed-input.ts';
import { keyOf } from './carry-out.ts';
import { findRequest } from './desk-request.store.ts';

/**
 * Rows that a request answered when it was carried out, without what is shown once, with the columns that only its
 * asker sees.
 */
export const requestOutcome = deskCommand({
  name: 'request-outcome',
  title: 'What a request answered',
  summary:
    'Show what a request answered when it was carried out, without what was shown once; who asked for a set-up code sees its first half',
  permission: 'look',
  input: z.object({ request: rowNumber }),
  positional: 'request',
  // The columns of the command that was carried out.
  answer: z.looseObject({}),
  async run({ tx, ctx, staff, commands, input: { request: id } }) {
    const object = `desk_request:${id}`;
    const request = await findRequest(tx, staff.tenantId, id);
    if (!request) return refused('not_found', { field: 'request', object });
    if (!request.outcome?.ok) return { ok: true, rows: [], object };
    const isAsker = request.asked_by === staff.id;
    const own = isAsker ? commands.get(request.command)?.forAsker?.(ctx, keyOf(staff.tenantId, id)) : undefined;
    return { ok: true, rows: request.outcome.rows.map((row) => ({ ...row, ...own })), object };
  },
});
