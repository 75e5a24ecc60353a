import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { readTenantName, type StaffRow } from '../staff/staff.store.ts';
import { addStaffSession } from './staff-session.store.ts';
import { makeStaffToken } from './staff-token.ts';

export type SignedIn = {
  readonly token: string;
  readonly name: string;
  readonly fullName: string;
  readonly role: string;
  readonly tenant: number;
  readonly programme: string;
  /** The session ends after this long without a command. */
  readonly idleMs: number;
  readonly endsAt: string;
};

/** Opens a new session of a member who has proved to be one. */
export async function openStaffSession(
  tx: Tx,
  ctx: AppContext,
  tenantId: number,
  staff: Pick<StaffRow, 'id' | 'name' | 'full_name' | 'role' | 'access_ends_at'>,
): Promise<SignedIn> {
  const { sessionId, tokenHash, token } = makeStaffToken(ctx.secrets, tenantId);
  const { idleMs, sessionMs } = ctx.config.desk;
  const nowMs = ctx.clocks.security.now();
  const accessEndsAtMs = staff.access_ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(staff.access_ends_at);
  const endsAtMs = Math.min(nowMs + sessionMs, accessEndsAtMs);
  await addStaffSession(tx, { id: sessionId, tenantId, staffId: staff.id, tokenHash, nowMs, endsAtMs });
  return {
    token,
    name: staff.name,
    fullName: staff.full_name,
    role: staff.role,
    tenant: tenantId,
    programme: await readTenantName(tx, tenantId),
    idleMs,
    endsAt: new Date(endsAtMs).toISOString(),
  };
}
