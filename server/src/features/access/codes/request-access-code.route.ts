import { requestAccessCode } from '@wattle/contract/access/codes/request-access-code.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../../http/handle.ts';
import { findBrand } from '../../brands/public.ts';
import { requestCode } from './request-code.ts';

export const requestAccessCodeRoute = handlePublic(
  requestAccessCode,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.Brand, request.host);
    if (!brand) return err('required_field', 'Brand');
    await requestCode({ ctx, brand, kind: 'access', cardId: body.CardId, request });
    return ok({ IsSuccessful: true as const });
  },
  // Limited like a sign-in: it costs as much, and helps a guesser as much.
  { rate: 'signIn' },
);
