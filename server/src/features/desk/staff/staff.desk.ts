import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { deskCommand } from '../desk-command.ts';
import { lastDayOfAccess } from './access-until.ts';
import { listMembers } from './member.store.ts';
import { hasAccess } from './staff.store.ts';

/** Lists everyone who is or was a member, with the second factors of each. */
export const staff = deskCommand({
  name: 'staff',
  title: 'List staff',
  summary: 'List the staff of the programme, with second factors and when they were here last',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    name: z.string(),
    fullName: z.string(),
    role: z.string(),
    status: z.string(),
    /** Last day of access; empty: it does not end by itself. */
    until: z.string(),
    factors: z.string(),
    since: z.string(),
    /** Sessions are kept for a day: empty, if it was before. */
    lastHere: z.string(),
    sessions: z.number(),
    isYou: z.boolean(),
  }),
  async run({ tx, ctx, staff: caller }) {
    const live = { nowMs: ctx.clocks.security.now(), idleMs: ctx.config.desk.idleMs };
    const members = await listMembers(tx, caller.tenantId, live);
    return {
      ok: true,
      rows: members.map((member) => ({
        name: member.name,
        fullName: member.full_name,
        role: member.role,
        status: !hasAccess(member, live.nowMs) ? 'ended' : member.has_password ? 'active' : 'no password yet',
        until: member.access_ends_at === null ? '' : lastDayOfAccess(member.access_ends_at),
        factors: [...(member.passkeys > 0 ? ['passkey'] : []), ...(member.has_app ? ['app'] : [])].join(', '),
        since: toInstant(member.created_at),
        lastHere: member.last_at === null ? '' : toInstant(member.last_at),
        sessions: member.sessions,
        isYou: member.id === caller.id,
      })),
    };
  },
});
