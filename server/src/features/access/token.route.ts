import { token } from '@wattle/contract/access/token.ts';
import { err } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { findBrand } from '../brands/public.ts';
import { renewSession } from './renew-session.ts';
import { signInWithCard, signInWithPassword } from './sign-in.ts';
import type { TokenResult } from './token.types.ts';

export const tokenRoute = handlePublic(
  token,
  async ({ body, ctx, request }): Promise<TokenResult> => {
    const brand = await findBrand(ctx, body.brand, request.host);
    if (!brand) return err('required_field', 'brand');
    // The brand decides; what the page says of tenant and number is compared, never believed.
    if (Number(body.tenantId) !== brand.tenantId) return err('required_field', 'tenantId');
    if (Number(body.brandId) !== brand.id) return err('required_field', 'brandId');
    switch (body.grant_type) {
      case 'card':
        return signInWithCard({ ctx, brand, grant: body, request });
      case 'password':
        return signInWithPassword({ ctx, brand, grant: body, request });
      case 'refresh_token':
        return renewSession({ ctx, brand, grant: body, request });
    }
  },
  { isSignInAttempt: (body) => body.grant_type !== 'refresh_token' },
);
