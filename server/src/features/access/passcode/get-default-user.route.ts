import { getDefaultUser } from '@wattle/contract/access/passcode/get-default-user.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../../http/handle.ts';
import { findBrand } from '../../brands/public.ts';
import { deviceSecretHash, readDeviceSecret } from './device-secret.ts';
import { findPasscode } from './passcode.store.ts';

export const getDefaultUserRoute = handlePublic(getDefaultUser, async ({ body, ctx, request, cookies }) => {
  const brand = await findBrand(ctx, body.brand, request.host);
  if (!brand) return err('required_field', 'brand');
  const { tenantId, id: brandId } = brand;
  const secretHash = deviceSecretHash(ctx, brandId, readDeviceSecret(cookies, brandId));
  const found = await ctx.database.read(tenantId, (tx) =>
    findPasscode(tx, { tenantId, brandId, secretHash, uuid: body.deviceuuid }),
  );
  return ok({ passcodeIsSet: found !== undefined, FirstName: found?.first_name ?? null });
});
