import * as z from 'zod';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { rowNumber } from '../typed-input.ts';
import { findRequest } from './desk-request.store.ts';

/** Inputs of a request, one a row, so that no value can look like another input, and how much is attached to it. */
export const requestDetails = deskCommand({
  name: 'request-details',
  summary: 'Show what a request asks for, one input a row',
  permission: 'look',
  input: z.object({ request: rowNumber }),
  positional: 'request',
  answer: z.object({ field: z.string(), value: z.string() }),
  async run({ tx, staff, input: { request: id } }) {
    const object = `desk_request:${id}`;
    const request = await findRequest(tx, staff.tenantId, id);
    if (!request) return refused('not_found', { field: 'request', object });
    const rows = Object.entries(request.input).map(([field, value]) => ({ field, value: String(value) }));
    const { attachments } = request;
    if (attachments > 0) rows.push({ field: 'attachments', value: String(attachments) });
    return { ok: true, rows, object };
  },
});
