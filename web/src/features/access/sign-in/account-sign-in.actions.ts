import { requiredText } from '@wattle/contract/wire.ts';
import * as z from 'zod/mini';
import { refusalOf } from '../../../form/form.domain.ts';
import type { FormRules } from '../../../form/use-form.ts';
import { signIn } from '../../../session/sign-in.ts';
import { messageOf } from '../message-of.ts';
import { loadCardToLogin, type UpgradeOutcome } from './card-to-login.ts';
import type { SignInJourney } from './sign-in-journey.ts';
import type { Remembering } from './use-remembered-user.ts';

/** The remembered username is no longer valid. */
const NOT_REMEMBERED = '20252';

type After = {
  readonly onDone: () => Promise<void>;
  /** The card that is upgraded is the login's, and its upgrade is requested. */
  readonly onUpgraded: (to: UpgradeOutcome) => Promise<void>;
  readonly onNotRemembered: () => void;
  readonly journey: SignInJourney;
};

/**
 * Sign-in with username and password. A refusal names both fields, because the server does not say which one is wrong.
 */
export function accountSignIn(
  { days, maskedName, isWanted }: Remembering,
  { onDone, onUpgraded, onNotRemembered, journey }: After,
): FormRules<'username' | 'password'> {
  return {
    check: ({ username, password }) => {
      // An empty field means the remembered name.
      const problem = username === '' && maskedName !== null ? null : messageOf(z.safeParse(requiredText, username));
      return {
        ...(problem === null ? {} : { username: problem }),
        // A password is sent unchanged, because spaces may be part of it.
        ...(password === '' ? { password: 'required' } : {}),
      };
    },
    submit: async ({ username, password }) => {
      const rememberMe = days === 0 || journey !== null ? null : isWanted;
      const card = journey === null ? null : await loadCardToLogin();
      const token = (await card?.token()) ?? null;
      const failure = await signIn({
        kind: 'account',
        userName: username === '' && maskedName !== null ? maskedName : username,
        password,
        rememberMe,
        ...(token !== null && { [journey === 'upgrade' ? 'upgradeAccessToken' : 'activationToken']: token }),
      });
      if (failure?.code === NOT_REMEMBERED) onNotRemembered();
      if (failure) return { refusal: refusalOf(failure, ['username', 'password'], navigator.onLine) };
      if (card && journey === 'upgrade') {
        await onUpgraded(await card.requestUpgrade());
        return null;
      }
      card?.end();
      await onDone();
      return null;
    },
  };
}
