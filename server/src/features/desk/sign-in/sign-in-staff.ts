import type { AppContext } from '../../../context.ts';
import type { DeskRefusal } from '../desk-refusal.ts';
import { proveStaff, type StaffProof } from './prove-staff.ts';
import { addStaffSession } from './staff-session.store.ts';
import { makeStaffToken } from './staff-token.ts';

export type SignedIn = {
  readonly token: string;
  readonly name: string;
  readonly role: string;
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
      return { token, name: staff.name, role: staff.role, idleMs, endsAt: new Date(endsAtMs).toISOString() };
    },
  });
}
