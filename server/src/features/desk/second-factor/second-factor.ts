import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { acceptedStep } from './totp.ts';
import { findTotp, saveTotpStep, type SealedSecret } from './second-factor.store.ts';
import { type PasskeyAnswer, readSignedPasskey, spendSignature } from './signed-passkey.ts';
import { listStaffPasskeys } from './staff-passkey.store.ts';

export type FactorKind = 'totp' | 'passkey';

/**
 * Verdict of the second factor on a member whose password is right. `needed`: the member has a factor and gave none.
 * `refused`: the passkey is not accepted; it is not counted, because a signature cannot be guessed. `none`: the member
 * has no second factor.
 */
export type SecondFactor =
  | { readonly verdict: 'proved' | 'wrong' | 'refused' | 'none' }
  | { readonly verdict: 'needed'; readonly factors: readonly FactorKind[] };

type Member = { readonly tenantId: number; readonly staffId: bigint };

/** A code of the authenticator app, or what a passkey has signed. */
export type GivenFactor = { readonly code?: string | undefined; readonly passkey?: PasskeyAnswer | undefined };

/** Judges the code or the passkey of a member. A right one is used up. */
export async function judgeSecondFactor(
  tx: Tx,
  ctx: Pick<AppContext, 'secrets' | 'clocks'>,
  { tenantId, staffId }: Member,
  { code, passkey }: GivenFactor,
): Promise<SecondFactor> {
  const totp = await findTotp(tx, tenantId, staffId);
  const passkeys = await listStaffPasskeys(tx, tenantId, staffId);
  const factors = [...(totp ? ['totp' as const] : []), ...(passkeys.length > 0 ? ['passkey' as const] : [])];
  if (factors.length === 0) return { verdict: 'none' };
  if (passkey && passkeys.length > 0) {
    const { signed } = await readSignedPasskey(tx, ctx, tenantId, passkey);
    const isOwn = signed?.passkey.staff_id === staffId && (await spendSignature(tx, ctx, tenantId, signed));
    return { verdict: isOwn ? 'proved' : 'refused' };
  }
  if (!totp || code === undefined) return { verdict: 'needed', factors };
  const nowMs = ctx.clocks.security.now();
  const step = acceptedStep(openSecret(ctx, staffId, totp), code, { nowMs, lastStep: Number(totp.last_step) });
  if (step === undefined) return { verdict: 'wrong' };
  await saveTotpStep(tx, tenantId, staffId, step);
  return { verdict: 'proved' };
}

/** A secret as it is stored: sealed, and of no use to another member. */
export function sealSecret({ secrets }: Pick<AppContext, 'secrets'>, staffId: bigint, secret: Buffer): SealedSecret {
  const { cipher, keyVersion } = secrets.encrypt(secret.toString('base64url'), 'staffTotp', staffId);
  return { secret_cipher: cipher, key_version: keyVersion };
}

export function openSecret({ secrets }: Pick<AppContext, 'secrets'>, staffId: bigint, sealed: SealedSecret): Buffer {
  return Buffer.from(secrets.decrypt(sealed.secret_cipher, sealed.key_version, 'staffTotp', staffId), 'base64url');
}
