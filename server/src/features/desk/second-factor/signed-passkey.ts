import type { SignedCredential } from '@wattle/contract/access/passkeys.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { challengeOf, readSignedCounter } from '../../../platform/passkeys/passkey-proof.ts';
import { isCounterCredible } from '../../../platform/passkeys/passkey.domain.ts';
import type { Site } from '../../../platform/passkeys/site.ts';
import { hasAccess } from '../staff/staff.store.ts';
import { endOfChallenge } from './passkey-challenge.ts';
import {
  findStaffPasskey,
  lockStaffPasskeyCounter,
  saveStaffPasskeyUse,
  type StaffPasskey,
  takeStaffChallenge,
} from './staff-passkey.store.ts';

/** Signature of a passkey, as a browser hands it over. */
export type PasskeyAnswer = {
  readonly credential: SignedCredential;
  /** Undefined: this host has no passkeys. */
  readonly site: Site | undefined;
};

type Signed = {
  readonly passkey: StaffPasskey;
  readonly counter: number;
  readonly challenge: Buffer;
  readonly endsAtMs: number;
};

/** The passkey that signed our challenge; only `passkey` if the signature does not match. Locks nothing. */
export async function readSignedPasskey(
  tx: Tx,
  { secrets, clocks }: Pick<AppContext, 'secrets' | 'clocks'>,
  tenantId: number,
  { credential, site }: PasskeyAnswer,
): Promise<{ readonly passkey?: StaffPasskey; readonly signed?: Signed }> {
  if (!site) return {};
  const challenge = challengeOf(credential);
  const endsAtMs = challenge && endOfChallenge(secrets, site.rpId, challenge);
  if (!challenge || endsAtMs === undefined || endsAtMs <= clocks.security.now()) return {};
  const passkey = await findStaffPasskey(tx, tenantId, {
    rpId: site.rpId,
    credentialId: Buffer.from(credential.id, 'base64url'),
    handle: Buffer.from(credential.response.userHandle, 'base64url'),
  });
  if (!passkey || !hasAccess(passkey, clocks.security.now())) return {};
  const counter = await readSignedCounter(credential, challenge, site, passkey.public_key);
  return counter === undefined ? { passkey } : { passkey, signed: { passkey, counter, challenge, endsAtMs } };
}

/**
 * Uses up a signature. False: it was used before, or the counter shows that the passkey was copied. The caller has
 * locked the guard of the member's name, as every proof of a member does before it locks anything else.
 */
export async function spendSignature(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  tenantId: number,
  { passkey: { id }, counter, challenge, endsAtMs }: Signed,
): Promise<boolean> {
  const before = await lockStaffPasskeyCounter(tx, tenantId, id);
  if (before === undefined || !isCounterCredible(Number(before), counter)) return false;
  if (!(await takeStaffChallenge(tx, tenantId, { challenge, endsAtMs }))) return false;
  await saveStaffPasskeyUse(tx, tenantId, { id, counter, nowMs: clocks.security.now() });
  return true;
}
