import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import { makeQrCode } from '../../../documents/qr/qr-code.domain.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { KEY_ALGORITHMS } from '../../../platform/passkeys/passkey.domain.ts';
import type { Site } from '../../../platform/passkeys/site.ts';
import type { DeskRefusal } from '../desk-refusal.ts';
import { proveStaff, type StaffProof } from '../sign-in/prove-staff.ts';
import { makeStaffToken } from '../sign-in/staff-token.ts';
import { readTenantName, type StaffRow } from '../staff/staff.store.ts';
import { addEnrolment } from './enrolment.store.ts';
import { makeHandle } from './passkey-challenge.ts';
import { sealSecret } from './second-factor.ts';
import { listStaffPasskeys, readPasskeyHandle } from './staff-passkey.store.ts';
import { base32, TOTP_SECRET_BYTES, totpUri } from './totp.ts';

/** Time to set a second factor up. */
const ENROLMENT_MS = 10 * 60_000;

export type BegunEnrolment = {
  /** Token of the enrolment, for its end. */
  readonly enrolment: string;
  /** Whether the member has to choose a password with it. */
  readonly needsPassword: boolean;
  readonly endsAt: string;
  readonly totp: { readonly secret: string; readonly uri: string; readonly qr: readonly string[] };
  /** Options for a new passkey (PublicKeyCredentialCreationOptionsJSON); null if this host has none. */
  readonly passkey: object | null;
};

/** Begins to set up a second factor, for a member who proves their identity by the set-up code or as at a sign-in. */
export function beginEnrolment(
  ctx: AppContext,
  attempt: StaffProof,
  site: Site | undefined,
): Promise<{ readonly ok: true; readonly value: BegunEnrolment } | DeskRefusal> {
  return proveStaff(ctx, attempt, {
    action: 'desk.begin-enrolment',
    takesSetUpCode: true,
    demandsSecondFactor: false,
    onProved: (tx, staff) => begin(tx, ctx, attempt.tenantId, staff, site),
  });
}

async function begin(
  tx: Tx,
  ctx: AppContext,
  tenantId: number,
  staff: StaffRow,
  site: Site | undefined,
): Promise<BegunEnrolment> {
  const programme = await readTenantName(tx, tenantId);
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const challenge = randomBytes(32);
  const endsAtMs = ctx.clocks.security.now() + ENROLMENT_MS;
  const { token, sessionId: id, tokenHash } = makeStaffToken(ctx.secrets, tenantId, 'enrol');
  await addEnrolment(tx, tenantId, {
    id,
    staffId: staff.id,
    tokenHash,
    secret: sealSecret(ctx, staff.id, secret),
    passkey: site && { challenge, rpId: site.rpId },
    endsAtMs,
  });
  const uri = totpUri(secret, programme, staff.name);
  return {
    enrolment: token,
    needsPassword: staff.password_hash === null,
    endsAt: new Date(endsAtMs).toISOString(),
    totp: { secret: base32(secret), uri, qr: qrRows(uri) },
    passkey: site ? await passkeyOptions(tx, { tenantId, staff, programme, site, challenge }) : null,
  };
}

/** The QR code of an address, a text of 0 and 1 for each row. */
function qrRows(uri: string): string[] {
  const { size, isDark } = makeQrCode(uri);
  const places = Array.from({ length: size }, (_, at) => at);
  return places.map((y) => places.map((x) => (isDark(x, y) ? '1' : '0')).join(''));
}

type Asked = {
  readonly tenantId: number;
  readonly staff: StaffRow;
  readonly programme: string;
  readonly site: Site;
  readonly challenge: Buffer;
};

async function passkeyOptions(tx: Tx, { tenantId, staff, programme, site, challenge }: Asked): Promise<object> {
  const handle = await readPasskeyHandle(tx, tenantId, staff.id, makeHandle(tenantId));
  const known = await listStaffPasskeys(tx, tenantId, staff.id);
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: site.rpId, name: `${programme}, desk` },
    user: { id: handle.toString('base64url'), name: staff.name, displayName: staff.full_name },
    pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: ENROLMENT_MS,
    excludeCredentials: known
      .filter(({ rp_id }) => rp_id === site.rpId)
      .map(({ credential_id: id }) => ({ type: 'public-key', id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}
