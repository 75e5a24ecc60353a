import { requestAccessCode, requestActivationCode } from '@wattle/contract/access/codes.ts';
import { checkPassword } from '@wattle/contract/access/password.ts';
import { getRememberedUser } from '@wattle/contract/access/sign-in.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside, handlePublic, type Route } from '../../http/handle.ts';
import { findBrand } from '../brands/public.ts';
import { getCardAccessDetailsRoute } from './card-access/get-card-access-details.route.ts';
import { requestCode } from './codes/request-code.ts';
import { passcodeRoutes } from './passcode/passcode.routes.ts';
import { passkeyRoutes } from './passkeys/passkeys.routes.ts';
import { changePasswordRoute } from './password/change-password.route.ts';
import { endSessionRoute, signOutRoute } from './session/sign-out.route.ts';
import { currentPasswordSteps, judgePassword } from './sign-in/current-password.ts';
import { maskName } from './sign-in/masked-name.domain.ts';
import { forgetUser, hasRememberCookie, rememberedName } from './sign-in/remembered-user.ts';
import { tokenRoute } from './sign-in/token.route.ts';
import type { CardActivation } from './sign-in/token.types.ts';
import { signInRoutes } from './sign-ins/sign-ins.routes.ts';
import { stepUpRoutes } from './step-up/step-up.routes.ts';
import { openViewRoute } from './view/open-view.route.ts';

/**
 * Token, sign-in and everything that signs in. The parts of activation are passed in, because activation depends on
 * access.
 */
export const accessRoutes = (activation: CardActivation): readonly Route[] => [
  tokenRoute(activation),
  signOutRoute,
  endSessionRoute,

  handlePublic(
    requestAccessCode,
    async ({ body, ctx, request }) => {
      const brand = await findBrand(ctx, body.Brand, request.host);
      if (!brand) return err('required_field', 'Brand');
      await requestCode({ ctx, brand, kind: 'access', cardId: body.CardId, request });
      return ok({ IsSuccessful: true as const });
    },
    // Rate-limited like a sign-in: it costs as much, and is as useful to a guesser.
    { rate: 'signIn' },
  ),

  handlePublic(
    requestActivationCode,
    async ({ body, ctx, request }) => {
      const brand = await findBrand(ctx, body.Brand, request.host);
      if (!brand) return err('required_field', 'Brand');
      await requestCode({ ctx, brand, kind: 'activation', cardId: body.CardId, request });
      return ok({ IsSuccessful: true as const });
    },
    // Rate-limited like a sign-in: it costs as much, and is as useful to a guesser.
    { rate: 'signIn' },
  ),

  getCardAccessDetailsRoute,

  handlePublic(getRememberedUser, async ({ query, ctx, request, cookies }) => {
    const brand = await findBrand(ctx, query.brand, request.host);
    if (!brand) return err('required_field', 'brand');
    const visit = { ctx, brand, cookies };
    const name = await rememberedName(visit);
    if (name === undefined && hasRememberCookie(visit)) await forgetUser(ctx, brand, cookies);
    return ok({ UserName: name === undefined ? null : maskName(name) });
  }),

  handleOutside(
    checkPassword,
    {
      ...currentPasswordSteps,
      async settle(input) {
        const checked = await judgePassword(input);
        return checked.ok ? ok({ IsSuccessful: true as const }) : checked;
      },
    },
    { keepsRefusals: true },
  ),

  changePasswordRoute,
  ...passcodeRoutes,
  ...passkeyRoutes,
  ...stepUpRoutes,
  ...signInRoutes,
  openViewRoute,
];
