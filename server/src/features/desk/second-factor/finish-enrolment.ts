import { randomUUID } from 'node:crypto';
import type { NewCredential } from '@wattle/contract/access/passkeys.ts';
import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { readMadePasskey } from '../../../platform/passkeys/passkey-proof.ts';
import type { Site } from '../../../platform/passkeys/site.ts';
import { actorOf } from '../audit-command.ts';
import { type DeskRefusal, refused } from '../desk-refusal.ts';
import { isStrongPassword } from '../sign-in/set-password.ts';
import { revokeStaffSessions } from '../sign-in/staff-session.store.ts';
import { readStaffToken, type StaffToken } from '../sign-in/staff-token.ts';
import { savePassword } from '../staff/staff.store.ts';
import { countWrongCode, deleteEnrolments, type EnrolmentRow, lockEnrolment } from './enrolment.store.ts';
import { saveTotp } from './second-factor.store.ts';
import { openSecret } from './second-factor.ts';
import { addStaffPasskey, listStaffPasskeys } from './staff-passkey.store.ts';
import { acceptedStep } from './totp.ts';

const MOST_WRONG_CODES = 5;
const MOST_PASSKEYS = 5;

/** The factor that a member has set up: a code of the app, or a passkey that the browser made. */
export type SetUpFactor =
  | { readonly kind: 'totp'; readonly code: string }
  | {
      readonly kind: 'passkey';
      readonly credential: NewCredential;
      readonly name: string;
      /** Undefined: this host has no passkeys. */
      readonly site: Site | undefined;
    };

export type EnrolmentEnd = {
  readonly enrolment: string;
  /** Demanded of a member who has no password yet. */
  readonly newPassword: string | undefined;
  readonly factor: SetUpFactor;
  readonly requestId: string;
};

type Ended = { readonly ok: true } | DeskRefusal;

/** Ends an enrolment: the factor counts from now on, with the password that a new member chooses. Sessions end. */
export async function finishEnrolment(ctx: AppContext, given: EnrolmentEnd): Promise<Ended> {
  const token = readStaffToken(ctx.secrets, given.enrolment, 'enrol');
  if (!token) return refused('enrolment_over');
  const { newPassword } = given;
  // Before the transaction, so that no connection waits for Argon2.
  const passwordHash = newPassword === undefined ? undefined : await ctx.secrets.hashSecret(newPassword);
  return ctx.database.transact(token.tenantId, (tx) => finish(tx, ctx, token, given, passwordHash));
}

async function finish(
  tx: Tx,
  ctx: AppContext,
  token: StaffToken,
  given: EnrolmentEnd,
  passwordHash: string | undefined,
): Promise<Ended> {
  const { tenantId, sessionId: id, tokenHash } = token;
  const nowMs = ctx.clocks.security.now();
  const row = await lockEnrolment(tx, tenantId, { id, tokenHash, nowMs });
  if (!row || row.wrong_codes >= MOST_WRONG_CODES) return refused('enrolment_over');
  const isNew = row.password_hash === null;
  if (isNew && !(row.set_up_ends_at !== null && Date.parse(row.set_up_ends_at) > nowMs))
    return refused('enrolment_over');
  const { newPassword } = given;
  const isWeak = newPassword === undefined ? isNew : !isStrongPassword(newPassword, row.staff_name);
  if (isWeak) return refused('password_weak', { field: 'newPassword' });
  const kept = await keep(tx, ctx, tenantId, row, given.factor);
  audit(tx, ctx.clocks, {
    tenantId,
    actor: actorOf({ id: row.staff_id }),
    action: 'desk.enrol',
    object: `staff:${row.staff_id}`,
    outcome: kept.ok ? 'ok' : kept.error,
    requestId: given.requestId,
    details: { factor: given.factor.kind },
  });
  if (!kept.ok) return kept;
  if (passwordHash !== undefined) await savePassword(tx, tenantId, row.staff_id, passwordHash);
  await deleteEnrolments(tx, tenantId, row.staff_id);
  await revokeStaffSessions(tx, tenantId, { staffId: row.staff_id, nowMs });
  return { ok: true };
}

async function keep(tx: Tx, ctx: AppContext, tenantId: number, row: EnrolmentRow, factor: SetUpFactor): Promise<Ended> {
  const nowMs = ctx.clocks.security.now();
  const { staff_id: staffId } = row;
  if (factor.kind === 'totp') {
    const step = acceptedStep(openSecret(ctx, staffId, row), factor.code, { nowMs, lastStep: null });
    if (step === undefined) {
      await countWrongCode(tx, tenantId, row.id);
      return refused('code_wrong', { field: 'code' });
    }
    const { secret_cipher, key_version } = row;
    await saveTotp(tx, tenantId, staffId, { secret: { secret_cipher, key_version }, step, nowMs });
    return { ok: true };
  }
  const { credential, name, site } = factor;
  const { challenge, rp_id: rpId } = row;
  const isHere = site !== undefined && challenge !== null && rpId === site.rpId;
  const made = isHere ? await readMadePasskey(credential, challenge, site) : undefined;
  const isFull = (await listStaffPasskeys(tx, tenantId, staffId)).length >= MOST_PASSKEYS;
  if (!made || !isHere || isFull) return refused('passkey_refused', { field: 'passkey' });
  const passkey = { id: randomUUID(), staffId, rpId, name, nowMs, ...made };
  return (await addStaffPasskey(tx, tenantId, passkey))
    ? { ok: true }
    : refused('passkey_refused', { field: 'passkey' });
}
