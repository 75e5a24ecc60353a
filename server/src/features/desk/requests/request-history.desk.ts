import * as z from 'zod';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { rowNumber } from '../typed-input.ts';
import { findRequest, sumRequestsOf } from './desk-request.store.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;

/** Earlier requests of the asker of a request, by command. */
export const requestHistory = deskCommand({
  name: 'request-history',
  title: 'Earlier requests of a colleague',
  summary: `Count what the asker of a request has asked for in the last ${DAYS} days, by command`,
  permission: 'look',
  input: z.object({ request: rowNumber }),
  positional: 'request',
  answer: z.object({
    command: z.string(),
    asked: z.number(),
    done: z.number(),
    refused: z.number(),
    amountDone: z.string(),
  }),
  async run({ tx, ctx, staff, input: { request: id } }) {
    const object = `desk_request:${id}`;
    const request = await findRequest(tx, staff.tenantId, id);
    if (!request) return refused('not_found', { field: 'request', object });
    const sinceMs = ctx.clocks.security.now() - DAYS * DAY_MS;
    const sums = await sumRequestsOf(tx, staff.tenantId, { askedBy: request.asked_by, besides: id, sinceMs });
    const rows = sums.map(({ command, asked, done, refused: no, amount_done }) => ({
      command,
      asked,
      done,
      refused: no,
      amountDone: amount_done ?? '',
    }));
    return { ok: true, rows, object };
  },
});
