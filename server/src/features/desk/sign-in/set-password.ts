import { meetsNeed, PASSWORD_NEEDS } from '@wattle/contract/rules/password-rule.ts';
import { foldStaffName } from '../staff/staff-name.ts';
import type { AppContext } from '../../../compose/context.ts';
import { type DeskRefusal, refused } from '../desk-refusal.ts';
import { savePassword } from '../staff/staff.store.ts';
import { proveStaff, type StaffProof } from './prove-staff.ts';
import { revokeStaffSessions } from './staff-session.store.ts';

/**
 * Sets a member's password, by the present password as at a sign-in. The set-up code sets it where no second factor is
 * demanded; elsewhere the password is set with the enrolment of one. Sessions that were open end.
 */
export async function setStaffPassword(
  ctx: AppContext,
  attempt: StaffProof & { readonly newPassword: string },
): Promise<{ readonly ok: true } | DeskRefusal> {
  const { tenantId, name, newPassword } = attempt;
  if (!isStrongPassword(newPassword, name)) return refused('password_weak', { field: 'newPassword' });
  // Before the transaction, so that no connection waits for Argon2.
  const passwordHash = await ctx.secrets.hashSecret(newPassword);
  const proved = await proveStaff(ctx, attempt, {
    action: 'desk.set-password',
    takesSetUpCode: true,
    demandsSecondFactor: ctx.config.desk.isSecondFactorDemanded,
    async onProved(tx, staff) {
      await savePassword(tx, tenantId, staff.id, passwordHash);
      await revokeStaffSessions(tx, tenantId, { staffId: staff.id, nowMs: ctx.clocks.security.now() });
    },
  });
  return proved.ok ? { ok: true } : proved;
}

/** Whether a password is long and mixed enough, and not the name. */
export function isStrongPassword(password: string, name: string): boolean {
  const holdsName = password.toLowerCase().includes(foldStaffName(name));
  return PASSWORD_NEEDS.every((need) => meetsNeed(password, need)) && !holdsName;
}
