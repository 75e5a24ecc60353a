import type { AppContext } from '../../../context.ts';
import { audit } from '../../../platform/audit.ts';
import { actorOf } from '../audit-command.ts';
import type { Staff } from '../desk-command.ts';
import { revokeStaffSessions, useStaffSession } from './staff-session.store.ts';
import { readStaffToken } from './staff-token.ts';

/** The member of staff whose live session the header names. */
export async function staffOf(
  ctx: AppContext,
  header: string | undefined,
): Promise<{ readonly staff: Staff; readonly sessionId: string } | undefined> {
  const token = readStaffToken(ctx.secrets, header);
  if (!token) return undefined;
  const { tenantId, sessionId, tokenHash } = token;
  const asked = {
    tenantId,
    id: sessionId,
    tokenHash,
    nowMs: ctx.clocks.security.now(),
    idleMs: ctx.config.desk.idleMs,
  };
  const staff = await ctx.database.transact(tenantId, (tx) => useStaffSession(tx, asked));
  return staff && { staff, sessionId };
}

/** Ends a session at once. */
export async function signOutStaff(
  ctx: AppContext,
  { staff, sessionId }: { readonly staff: Staff; readonly sessionId: string },
  requestId: string,
): Promise<void> {
  await ctx.database.transact(staff.tenantId, async (tx) => {
    await revokeStaffSessions(tx, staff.tenantId, { staffId: staff.id, sessionId, nowMs: ctx.clocks.security.now() });
    audit(tx, ctx.clocks, {
      tenantId: staff.tenantId,
      actor: actorOf(staff),
      action: 'desk.sign-out',
      object: `staff:${staff.id}`,
      outcome: 'ok',
      requestId,
    });
  });
}
