import type { AppContext } from '../../../compose/context.ts';
import type { CookieJar } from '../../../http/cookies.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { guardOfName, type GuardKey } from '../../lockouts/public.ts';
import { deviceSecretHash, readDeviceSecret } from './device-secret.ts';
import { findPasscode } from './passcode.store.ts';

type Asked = {
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly session: Session;
  readonly cookies: CookieJar;
};

/** The passcode of a device, and what wrong ones are counted under. */
export type OwnPasscode = {
  readonly hash: string;
  readonly secretHash: Buffer;
  readonly guard: GuardKey;
  /** Security time. */
  readonly setAt: number;
};

/** Name under which failed passcodes of a device are counted, at the sign-in and within a session alike. */
export function deviceName(uuid: string, secretHash: Buffer): string {
  return `${uuid} ${secretHash.toString('hex')}`;
}

/** The passcode that this web account has on the device of the request. */
export async function findOwnPasscode(
  { tx, ctx, session, cookies }: Asked,
  webAccountId: bigint,
  uuid: string | undefined,
): Promise<OwnPasscode | undefined> {
  const { tenantId, brandId } = session;
  const secretHash = deviceSecretHash(ctx, brandId, readDeviceSecret(cookies, brandId));
  const found = uuid && (await findPasscode(tx, { tenantId, brandId, secretHash, uuid }));
  if (!found || found.web_account_id !== webAccountId) return undefined;
  const guard = guardOfName(ctx, { tenantId, brandId }, 'passcode', deviceName(uuid, secretHash));
  return { hash: found.passcode_hash, secretHash, guard, setAt: Date.parse(found.set_at) };
}
