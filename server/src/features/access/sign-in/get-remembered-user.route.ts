import { getRememberedUser } from '@wattle/contract/access/sign-in/get-remembered-user.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../../http/handle.ts';
import { findBrand } from '../../brands/public.ts';
import { maskName } from './masked-name.domain.ts';
import { forgetUser, hasRememberCookie, rememberedName } from './remembered-user.ts';

export const getRememberedUserRoute = handlePublic(getRememberedUser, async ({ query, ctx, request, cookies }) => {
  const brand = await findBrand(ctx, query.brand, request.host);
  if (!brand) return err('required_field', 'brand');
  const visit = { ctx, brand, cookies };
  const name = await rememberedName(visit);
  if (name === undefined && hasRememberCookie(visit)) await forgetUser(ctx, brand, cookies);
  return ok({ UserName: name === undefined ? null : maskName(name) });
});
