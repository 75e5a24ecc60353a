import { token } from '@wattle/contract/access/sign-in.ts';
import { err } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../../http/handle.ts';
import { findBrand } from '../../brands/public.ts';
import { renewSession } from '../session/renew-session.ts';
import { openAccountReset, openCardAccess } from './restricted-sign-in.ts';
import { signInWithCard } from './sign-in-with-card.ts';
import { signInWithPasskey } from '../passkeys/sign-in-with-passkey.ts';
import { signInWithPasscode } from '../passcode/sign-in-with-passcode.ts';
import { signInWithPassword } from './sign-in-with-password.ts';
import type { CardActivation, TokenResult } from './token.types.ts';

/**
 * The call that signs in by every grant. The parts of activation are passed in, because activation depends on access.
 */
export const tokenRoute = ({ linkLogin, verifyActivation }: CardActivation) =>
  handlePublic(
    token,
    async ({ body, ctx, request, cookies, isFromDesk }): Promise<TokenResult> => {
      const brand = await findBrand(ctx, body.brand, request.host);
      if (!brand) return err('required_field', 'brand');
      // The brand decides. The tenant and the number that the page sends are compared and not trusted.
      if (Number(body.tenantId) !== brand.tenantId) return err('required_field', 'tenantId');
      if (Number(body.brandId) !== brand.id) return err('required_field', 'brandId');
      const common = { ctx, brand, request, cookies };
      switch (body.grant_type) {
        case 'card':
          return signInWithCard({ ...common, grant: body });
        case 'password': {
          const link = await linkLogin({ ...common, grant: body });
          return link.ok ? signInWithPassword({ ...common, grant: body }, link.value) : link;
        }
        case 'verifyactivation':
          return verifyActivation({ ...common, grant: body });
        case 'passcode':
          return signInWithPasscode({ ...common, grant: body });
        case 'passkey':
          return signInWithPasskey({ ...common, grant: body });
        case 'cardaccess':
          return openCardAccess({ ...common, grant: body });
        case 'accountnumber':
          return openAccountReset({ ...common, grant: body });
        case 'refresh_token':
          return renewSession({ ...common, grant: body, isFromDesk });
      }
    },
    { rate: 'signIn', isCounted: (body) => body.grant_type !== 'refresh_token' },
  );
