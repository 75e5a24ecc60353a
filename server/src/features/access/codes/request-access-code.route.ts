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
  // Costs as much as a sign-in and is as useful to who guesses.
  { rate: 'signIn' },
);
