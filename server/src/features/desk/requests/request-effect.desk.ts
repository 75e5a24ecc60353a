import * as z from 'zod';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { rowNumber } from '../typed-input.ts';
import { findRequest } from './desk-request.store.ts';

/** Changes of a request if it were approved now, where its command can say so. */
export const requestEffect = deskCommand({
  name: 'request-effect',
  summary: 'Show what would change if a request were approved now: before, change and after',
  permission: 'look',
  input: z.object({ request: rowNumber }),
  positional: 'request',
  answer: z.object({ what: z.string(), before: z.string(), change: z.string(), after: z.string() }),
  async run(call) {
    const { tx, staff, commands } = call;
    const object = `desk_request:${call.input.request}`;
    const request = await findRequest(tx, staff.tenantId, call.input.request);
    if (!request) return refused('not_found', { field: 'request', object });
    const command = commands.get(request.command);
    const input = command?.input.safeParse(request.input);
    const isOpen = request.ended_at === null;
    if (!command?.effect || !input?.success || !isOpen) return { ok: true, rows: [], object };
    return { ok: true, rows: await command.effect({ ...call, input: input.data as never }), object };
  },
});
