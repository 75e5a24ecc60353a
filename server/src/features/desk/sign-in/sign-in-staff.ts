import type { AppContext } from '../../../compose/context.ts';
import type { DeskRefusal } from '../desk-refusal.ts';
import { openStaffSession, type SignedIn } from './open-staff-session.ts';
import { proveStaff, type StaffProof } from './prove-staff.ts';

/** Signs a member of staff in by password, and by a code where the member has TOTP. */
export function signInStaff(
  ctx: AppContext,
  attempt: StaffProof,
): Promise<{ readonly ok: true; readonly value: SignedIn } | DeskRefusal> {
  return proveStaff(ctx, attempt, {
    action: 'desk.sign-in',
    takesSetUpCode: false,
    demandsSecondFactor: ctx.config.desk.isSecondFactorDemanded,
    onProved: (tx, staff) => openStaffSession(tx, ctx, attempt.tenantId, staff),
  });
}
