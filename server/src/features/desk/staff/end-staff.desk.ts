import * as z from 'zod';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { refuseRequestsOf } from '../requests/desk-request.store.ts';
import { deleteFactors } from '../second-factor/second-factor.store.ts';
import { revokeStaffSessions } from '../sign-in/staff-session.store.ts';
import { staffName } from './staff-name.ts';
import { endStaff, lockStaff } from './staff.store.ts';
import { counted } from '../done.ts';

/**
 * Ends a member of staff straight away: it removes access, so it needs no approval. The member's requests without a
 * decision are refused. No one ends their own membership, so that one manager stays.
 */
export const endStaffCommand = deskCommand({
  name: 'end-staff',
  title: 'End a colleague’s access',
  summary: 'End a member of staff, with their sessions and open requests, at once',
  permission: 'staff',
  done: (row) => ({
    words: `${row.name} can’t sign in any more.`,
    next: row.refusedRequests === 0 ? undefined : `${counted(row.refusedRequests, 'open request')} of theirs refused.`,
  }),
  input: z.object({ name: staffName }),
  positional: 'name',
  answer: z.object({ name: z.string(), refusedRequests: z.number() }),
  async run({ tx, ctx, staff, input: { name } }) {
    const { tenantId } = staff;
    const member = await lockStaff(tx, tenantId, name);
    if (!member || member.ended_at !== null) return refused('not_found', { field: 'name' });
    const object = `staff:${member.id}`;
    if (member.id === staff.id) return refused('not_permitted', { field: 'name', object });
    const nowMs = ctx.clocks.security.now();
    await endStaff(tx, tenantId, member.id, nowMs);
    await deleteFactors(tx, tenantId, member.id);
    await revokeStaffSessions(tx, tenantId, { staffId: member.id, nowMs });
    const refusedRequests = await refuseRequestsOf(tx, tenantId, { askedBy: member.id, by: staff.id, nowMs });
    return { ok: true, rows: [{ name, refusedRequests }], object };
  },
});
