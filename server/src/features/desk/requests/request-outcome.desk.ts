import * as z from 'zod';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { rowNumber } from '../typed-input.ts';
import { findRequest } from './desk-request.store.ts';

/** Rows that a request answered when it was carried out, without what is shown once. */
export const requestOutcome = deskCommand({
  name: 'request-outcome',
  summary: 'Show what a request answered when it was carried out, without what was shown once',
  permission: 'look',
  input: z.object({ request: rowNumber }),
  positional: 'request',
  // The columns of the command that was carried out.
  answer: z.looseObject({}),
  async run({ tx, staff, input: { request: id } }) {
    const object = `desk_request:${id}`;
    const request = await findRequest(tx, staff.tenantId, id);
    if (!request) return refused('not_found', { field: 'request', object });
    return { ok: true, rows: request.outcome?.ok ? request.outcome.rows : [], object };
  },
});
