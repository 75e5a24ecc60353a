import { timingSafeEqual } from 'node:crypto';
import { foldStaffName } from '../staff/staff-name.ts';
import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isLocked, judge } from '../../lockouts/public.ts';
import { actorOf } from '../audit-command.ts';
import { type DeskRefusal, refused } from '../desk-refusal.ts';
import { type GivenFactor, judgeSecondFactor, type SecondFactor } from '../second-factor/second-factor.ts';
import { hashOfSetUpCode } from '../staff/set-up-code.ts';
import { findStaff, hasAccess, isTenant, type StaffRow } from '../staff/staff.store.ts';
import { lockStaffGuard, saveStaffGuard, staffNameHash } from './staff-guard.store.ts';

export type StaffProof = GivenFactor & {
  readonly tenantId: number;
  readonly name: string;
  /** The password, or the set-up code if the member has no password yet. */
  readonly proof: string;
  readonly requestId: string;
};

type Proved<T> = { readonly ok: true; readonly value: T } | DeskRefusal;

type Proving<T> = {
  /** Name of the action in the audit log. */
  readonly action: string;
  /** Whether a member without a password may use a set-up code. */
  readonly takesSetUpCode: boolean;
  /** Whether a member without a second factor is refused. */
  readonly demandsSecondFactor: boolean;
  readonly onProved: (tx: Tx, staff: StaffRow) => Promise<T>;
};

/**
 * Lets a member of staff prove who they are. Unknown names cost the same time and lock the same way as known ones. The
 * password is checked without holding a database connection. Concurrent attempts are counted one after the other, so
 * that no more of them are checked than the lock allows.
 */
export function proveStaff<T>(ctx: AppContext, attempt: StaffProof, proving: Proving<T>): Promise<Proved<T>> {
  const name = foldStaffName(attempt.name);
  // Attempts under one name take turns before they take a connection.
  return ctx.turns.take(`staff:${attempt.tenantId}:${name}`, () => proveOnce(ctx, { ...attempt, name }, proving));
}

async function proveOnce<T>(ctx: AppContext, attempt: StaffProof, proving: Proving<T>): Promise<Proved<T>> {
  const { tenantId, name, proof } = attempt;
  const [isKnownTenant, found] = await ctx.database.read(tenantId, (tx) =>
    Promise.all([isTenant(tx, tenantId), findStaff(tx, tenantId, name)]),
  );
  const member = found && hasAccess(found, ctx.clocks.security.now()) ? found : undefined;
  const isPassword = await ctx.secrets.verifySecret(member?.password_hash ?? null, proof);
  const isCode = proving.takesSetUpCode && member !== undefined && isSetUpCode(ctx, tenantId, member, proof);
  if (!isKnownTenant) return refused('sign_in_failed');
  const checked = isPassword || isCode ? member : undefined;
  return ctx.database.transact(tenantId, (tx) => judgeProof(tx, ctx, attempt, proving, checked));
}

function isSetUpCode(ctx: AppContext, tenantId: number, member: StaffRow, typed: string): boolean {
  const { name, set_up_hash, set_up_ends_at } = member;
  if (!set_up_hash || set_up_ends_at === null) return false;
  const isLive = Date.parse(set_up_ends_at) > ctx.clocks.security.now();
  return timingSafeEqual(set_up_hash, hashOfSetUpCode(ctx.secrets, { tenantId, name }, typed)) && isLive;
}

async function judgeProof<T>(
  tx: Tx,
  ctx: AppContext,
  { tenantId, name, code, passkey, requestId }: StaffProof,
  { action, demandsSecondFactor, onProved }: Proving<T>,
  checked: StaffRow | undefined,
): Promise<Proved<T>> {
  const nameHash = staffNameHash(ctx.secrets, { tenantId, name });
  const guard = await lockStaffGuard(tx, tenantId, nameHash);
  const staff = await findStaff(tx, tenantId, name);
  const nowMs = ctx.clocks.security.now();
  const isKnown = staff !== undefined && checked !== undefined && isUnchanged(staff, checked, nowMs);
  // During a lock no proof is checked, because a code would be used up.
  const second =
    isKnown && !isLocked(guard, nowMs)
      ? await judgeSecondFactor(tx, ctx, { tenantId, staffId: staff.id }, { code, passkey })
      : undefined;
  const record = (outcome: 'ok' | DeskRefusal['error']) =>
    audit(tx, ctx.clocks, {
      tenantId,
      actor: outcome === 'ok' && staff ? actorOf(staff) : 'visitor',
      action,
      object: staff && `staff:${staff.id}`,
      outcome,
      requestId,
    });
  // A right password without the second factor counts neither as a failure nor as a success, because a success would
  // reset the count of guesses.
  const half = second && refusalOfHalf(second, demandsSecondFactor);
  if (half) {
    record(half.error);
    return half;
  }
  const isRight = second?.verdict === 'proved' || second?.verdict === 'none';
  const judged = judge(ctx.config.lockouts.staff, guard, isRight, nowMs);
  await saveStaffGuard(tx, tenantId, nameHash, judged.guard, nowMs);
  if (judged.verdict === 'in' && staff) {
    record('ok');
    return { ok: true, value: await onProved(tx, staff) };
  }
  const isOfCode = second?.verdict === 'wrong';
  const error = judged.verdict === 'locked' ? 'sign_in_locked' : isOfCode ? 'code_wrong' : 'sign_in_failed';
  record(error);
  return refused(error, isOfCode && error === 'code_wrong' ? { field: 'code' } : {});
}

function refusalOfHalf(second: SecondFactor, demandsSecondFactor: boolean): DeskRefusal | undefined {
  if (second.verdict === 'needed') return refused('second_factor_needed', { factors: second.factors });
  if (second.verdict === 'refused') return refused('passkey_refused', { field: 'passkey' });
  return second.verdict === 'none' && demandsSecondFactor ? refused('second_factor_missing') : undefined;
}

/** Between the check and the lock the password may have been changed, or the membership have ended. */
function isUnchanged(now: StaffRow, checked: StaffRow, nowMs: number): boolean {
  const isSameCode =
    now.set_up_hash === null ? checked.set_up_hash === null : checked.set_up_hash?.equals(now.set_up_hash);
  return hasAccess(now, nowMs) && now.password_hash === checked.password_hash && isSameCode === true;
}
