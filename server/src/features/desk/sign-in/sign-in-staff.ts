import type { AppContext } from '../../../context.ts';
import type { DeskRefusal } from '../desk-refusal.ts';
import { proveStaff, type StaffProof } from './prove-staff.ts';
import { readTenantName } from '../staff/staff.store.ts';
import { addStaffSession } from './staff-session.store.ts';
import { makeStaffToken } from './staff-token.ts';

export type SignedIn = {
  readonly token: string;
  readonly name: string;
  readonly fullName: string;
  readonly role: string;
  readonly tenant: number;
  readonly programme: string;
  /** Without a command for so long, the session ends. */
  readonly idleMs: number;
  readonly endsAt: string;
};

/** Signs a member of staff in by password. */
export function signInStaff(
  ctx: AppContext,
  attempt: StaffProof,
): Promise<{ readonly ok: true; readonly value: SignedIn } | DeskRefusal> {
  const { tenantId } = attempt;
  return proveStaff(ctx, attempt, {
    action: 'desk.sign-in',
    takesSetUpCode: false,
    async onProved(tx, staff) {
      const { sessionId, tokenHash, token } = makeStaffToken(ctx.secrets, tenantId);
      const { idleMs, sessionMs } = ctx.config.desk;
      const nowMs = ctx.clocks.security.now();
      const endsAtMs = nowMs + sessionMs;
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
    },
  });
}
