import * as z from 'zod';
import type { AppContext } from '../../../compose/context.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { counted } from '../done.ts';
import { pageInput, pageOf } from '../page.ts';
import { revokeStaffSessions } from '../sign-in/staff-session.store.ts';
import { listLiveSessions } from './member.store.ts';

const liveNow = ({ clocks, config }: AppContext) => ({ nowMs: clocks.security.now(), idleMs: config.desk.idleMs });

/** Lists the live sessions of staff. */
const staffSessions = deskCommand({
  name: 'staff-sessions',
  title: 'Sessions of staff',
  summary: 'List who is signed in at the desk now, the last active first',
  permission: 'staff',
  done: (_row, _input, rows) => ({ words: `${counted(rows.length, 'session')} at the desk.`, isList: true }),
  input: z.object(pageInput),
  answer: z.object({
    session: z.string(),
    name: z.string(),
    fullName: z.string(),
    since: z.string(),
    lastActive: z.string(),
    ends: z.string(),
    isYours: z.boolean(),
  }),
  async run({ tx, ctx, staff, sessionId, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) =>
      listLiveSessions(tx, staff.tenantId, liveNow(ctx), { most }),
    );
    const rows = shown.map((one) => ({
      session: one.id,
      name: one.name,
      fullName: one.full_name,
      since: toInstant(one.created_at),
      lastActive: toInstant(one.last_active_at),
      ends: toInstant(one.ends_at),
      isYours: one.id === sessionId,
    }));
    return { ok: true, rows, hasMore };
  },
});

/** Ends one session: its member signs in again. It removes access alone, so it needs no approval. */
const endStaffSessionCommand = deskCommand({
  name: 'end-staff-session',
  title: 'End a session',
  summary: 'End one session of a member of staff, as staff-sessions shows it',
  permission: 'staff',
  done: (row) => ({ words: `A session of ${row.fullName} is ended.`, next: 'They can sign in again.' }),
  positional: 'session',
  input: z.object({ session: z.uuid().describe('a session, as staff-sessions shows it') }),
  answer: z.object({ name: z.string(), fullName: z.string() }),
  async run({ tx, ctx, staff: { tenantId }, input: { session: id } }) {
    const live = liveNow(ctx);
    const [found] = await listLiveSessions(tx, tenantId, live, { id });
    if (!found) return refused('not_found', { field: 'session' });
    await revokeStaffSessions(tx, tenantId, { staffId: found.staff_id, sessionId: id, nowMs: live.nowMs });
    return { ok: true, rows: [{ name: found.name, fullName: found.full_name }], object: `staff:${found.staff_id}` };
  },
});

/** Commands about sessions of staff. */
export const staffSessionCommands = [staffSessions, endStaffSessionCommand] as const;
