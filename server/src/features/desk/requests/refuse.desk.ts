import * as z from 'zod';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { may } from '../staff/role.domain.ts';
import { decisionFault } from './desk-request.states.domain.ts';
import { lockRequest, saveDecision } from './desk-request.store.ts';
import { expireRequests } from './expire-requests.ts';
import { REASON_MAXIMUM } from '../given-input.domain.ts';
import { messageOf, rowNumber } from '../typed-input.ts';

/** Refuses the request of another member, or withdraws the member's own. */
export const refuse = deskCommand({
  name: 'refuse',
  title: 'Refuse or withdraw a request',
  summary: 'Refuse what another member of staff asked for, or withdraw a request of your own',
  permission: 'act',
  done: (row) => ({ words: `Request ${row.request} will not be carried out.`, reference: row.request }),
  input: z.object({ request: rowNumber, because: messageOf(REASON_MAXIMUM).optional() }),
  positional: 'request',
  answer: z.object({ request: z.string(), state: z.string() }),
  async run({ tx, ctx, staff, commands, input: { request: id, because } }) {
    await expireRequests(tx, ctx, staff.tenantId);
    const object = `desk_request:${id}`;
    const request = await lockRequest(tx, staff.tenantId, id);
    if (!request) return refused('not_found', { field: 'request', object });
    const isAsker = request.asked_by === staff.id;
    const fault = decisionFault('refuse', { state: request.state, isAsker, mayDecide: may(staff.role, 'decide') });
    if (fault) return refused(fault, { object });
    // A command with separate transactions may have been carried out already. Another approval finds its answer.
    const wasBegun = request.decided_by !== null && commands.get(request.command)?.runAlone !== undefined;
    if (wasBegun) return refused('may_be_done', { object });
    const nowMs = ctx.clocks.security.now();
    await saveDecision(tx, staff.tenantId, { id, state: 'Refused', by: staff.id, reason: because, nowMs });
    return { ok: true, rows: [{ request: String(id), state: 'Refused' }], object };
  },
});
