import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { actorOf } from '../audit-command.ts';
import type { Staff } from '../desk-command.ts';
import { revokeStaffSessions, type UsedSession, useStaffSession } from './staff-session.store.ts';
import { readStaffToken } from './staff-token.ts';

export type StaffSession = UsedSession & {
  readonly sessionId: string;
  /** Until the session ends, unless someone gives a command. */
  readonly leftMs: number;
};

/** The live session of a token. It is prolonged, unless a page asks without a person. */
export async function staffSessionOf(
  ctx: AppContext,
  given: string,
  { isUnattended = false }: { readonly isUnattended?: boolean } = {},
): Promise<StaffSession | undefined> {
  const token = readStaffToken(ctx.secrets, given);
  if (!token) return undefined;
  const { tenantId, sessionId, tokenHash } = token;
  const { idleMs } = ctx.config.desk;
  const nowMs = ctx.clocks.security.now();
  const asked = { tenantId, id: sessionId, tokenHash, nowMs, idleMs, isUnattended };
  const used = await ctx.database.transact(tenantId, (tx) => useStaffSession(tx, asked));
  return used && { ...used, sessionId, leftMs: Math.min(used.lastActiveMs + idleMs, used.endsAtMs) - nowMs };
}

/** Ends the session of a token, of any member. */
export async function endStaffSession(ctx: AppContext, given: string): Promise<void> {
  const session = await staffSessionOf(ctx, given, { isUnattended: true });
  if (!session) return;
  const { staff, sessionId } = session;
  const nowMs = ctx.clocks.security.now();
  await ctx.database.transact(staff.tenantId, (tx) =>
    revokeStaffSessions(tx, staff.tenantId, { staffId: staff.id, sessionId, nowMs }),
  );
}

/** Ends a session straight away. */
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
