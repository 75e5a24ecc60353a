import * as z from 'zod';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { actorOf } from '../audit-command.ts';
import { deskCommand, type DeskCall, type DeskOutcome } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { may } from '../staff/role.domain.ts';
import { carryOut } from './carry-out.ts';
import { decisionFault } from './desk-request.states.domain.ts';
import { type DeskRequest, lockRequest, saveDecision } from './desk-request.store.ts';
import { seenOf } from '../effects/seen-of.ts';
import { effectNow } from './effect-now.ts';
import { expireRequests } from './expire-requests.ts';
import { rowNumber } from '../typed-input.ts';

const input = z.object({
  request: rowNumber,
  /** Digest that `request-effect` has shown. The approval holds for the effect with this digest only. */
  seen: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .describe('what request-effect shows as seen')
    .optional(),
});

/**
 * Approves the request of another member, and carries it out. The approver may repeat the call: it continues what a
 * crash left unfinished, and otherwise answers the same. If the approver has left, another member may repeat it.
 */
export const approve = deskCommand({
  name: 'approve',
  title: 'Approve a request',
  summary: 'Approve what another member of staff asked for, and carry it out',
  permission: 'decide',
  done: () => ({ words: 'The request is approved and carried out.' }),
  input,
  positional: 'request',
  // The columns of the command that is carried out.
  answer: z.looseObject({}),
  async runAlone(call) {
    const {
      ctx,
      staff,
      input: { request: id },
    } = call;
    // Approvals of one request take turns before they take a connection.
    return ctx.turns.take(`desk_request:${staff.tenantId}:${id}`, async () => {
      const decided = await ctx.database.transact(staff.tenantId, (tx) => decide(tx, call, id));
      return decided ?? carryOut(call as DeskCall<never>, id);
    });
  },
});

/** Undefined once the request is approved by this member of staff. */
async function decide(tx: Tx, call: DeskCall<z.output<typeof input>>, id: bigint): Promise<DeskOutcome | undefined> {
  const { ctx, staff } = call;
  const { tenantId } = staff;
  await expireRequests(tx, ctx, tenantId);
  const object = `desk_request:${id}`;
  const request = await lockRequest(tx, tenantId, id);
  if (!request) return refused('not_found', { field: 'request', object });
  if (isApprovedBy(request, staff.id)) return undefined;
  const isAsker = request.asked_by === staff.id;
  const fault =
    decisionFault('approve', { state: request.state, isAsker, mayDecide: may(staff.role, 'decide') }) ??
    (await unseen(tx, call, request));
  if (fault) return refused(fault, { object });
  const nowMs = ctx.clocks.security.now();
  await saveDecision(tx, tenantId, { id, state: 'Approved', by: staff.id, reason: undefined, nowMs });
  audit(tx, ctx.clocks, {
    tenantId,
    actor: actorOf(staff),
    action: 'desk.request_approved',
    object,
    outcome: 'ok',
    requestId: call.requestId,
    details: {
      command: request.command,
      askedBy: actorOf({ id: request.asked_by }),
      ...(request.decided_by !== null && { approvedBefore: actorOf({ id: request.decided_by }) }),
    },
  });
  return undefined;
}

/**
 * Reason of a refusal because the effect has changed or a document was attached since the approver read the request.
 */
async function unseen(tx: Tx, call: DeskCall<z.output<typeof input>>, request: DeskRequest) {
  const { seen } = call.input;
  if (seen === undefined) return undefined;
  const now = await effectNow({ ...call, tx }, request);
  if (!now) return 'effect_changed';
  const { attachments } = request;
  if (seenOf(now, attachments) === seen) return undefined;
  const fewer = Array.from({ length: attachments }, (_, count) => seenOf(now, count));
  return fewer.includes(seen) ? 'attachment_added' : 'effect_changed';
}

function isApprovedBy(request: DeskRequest, staffId: bigint): boolean {
  return request.decided_by === staffId && ['Approved', 'Done', 'Failed'].includes(request.state);
}
