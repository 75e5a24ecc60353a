import { deviceSecretHash, forgetDeviceSecret, keepDeviceSecret, readDeviceSecret } from './device-secret.ts';
import { deviceName } from './own-passcode.ts';
import { deletePasscodeOfDevice, findPasscode } from './passcode.store.ts';
import { signIn } from '../sign-in/sign-in.ts';
import type { Attempt, TokenResult } from '../sign-in/token.types.ts';

/**
 * Signs a web-account user in on a device that has a passcode. The third wrong one deletes it. Failures are counted
 * only for this device (uuid and secret), so no one can use up another person's tries. A device without a passcode gets
 * the same answers.
 */
export async function signInWithPasscode(attempt: Attempt<'passcode'>): Promise<TokenResult> {
  const { ctx, brand, grant, request, cookies } = attempt;
  const place = { tenantId: brand.tenantId, brandId: brand.id };
  const secret = readDeviceSecret(cookies, brand.id);
  const secretHash = deviceSecretHash(ctx, brand.id, secret);
  const result = await signIn({
    ctx,
    brand,
    request,
    kind: 'passcode',
    scope: 'passcode',
    name: deviceName(grant.deviceId, secretHash),
    secret: grant.passcode,
    countsByName: true,
    find: async (tx) => {
      const found = await findPasscode(tx, { ...place, secretHash, uuid: grant.deviceId });
      return (
        found && {
          secretHashes: [found.passcode_hash],
          cardId: null,
          webAccountId: found.web_account_id,
          holderId: found.holder_id,
        }
      );
    },
    onLocked: (tx) => deletePasscodeOfDevice(tx, place, secretHash),
    wrong: 'passcode_wrong',
    locked: 'passcode_locked',
  });
  if (result.ok && secret !== undefined) keepDeviceSecret(cookies, brand.id, secret);
  if (!result.ok && result.error === 'passcode_locked') forgetDeviceSecret(cookies, brand.id);
  return result;
}
