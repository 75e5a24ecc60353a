import { requiredText } from '@wattle/contract/wire.ts';
import * as z from 'zod/mini';
import { refusalOf } from '../../../form/form.domain.ts';
import type { FormRules } from '../../../form/use-form.ts';
import { signIn } from '../../../session/sign-in.ts';
import { messageOf } from '../message-of.ts';
import type { Remembering } from './use-remembered-user.ts';

/** The browser's memory of the username is good for nothing any more. */
const NOT_REMEMBERED = '20252';

type After = {
  readonly onDone: () => Promise<void>;
  readonly onNotRemembered: () => void;
  /** The login takes the card that is being activated in this tab. */
  readonly isActivation: boolean;
};

/** Sign-in with username and password. A refusal is about both, because the server does not say which one is wrong. */
export function accountSignIn(
  { days, maskedName, isWanted }: Remembering,
  { onDone, onNotRemembered, isActivation }: After,
): FormRules<'username' | 'password'> {
  return {
    check: ({ username, password }) => {
      // A remembered name is the server's own text.
      const problem = username === maskedName ? null : messageOf(z.safeParse(requiredText, username));
      return {
        ...(problem === null ? {} : { username: problem }),
        // A password is taken as it is: spaces may be part of it.
        ...(password === '' ? { password: 'required' } : {}),
      };
    },
    submit: async ({ username, password }) => {
      const rememberMe = days === 0 || isActivation ? null : isWanted;
      const activation = isActivation ? await import('../../activation/public.ts') : null;
      const activationToken = (await activation?.activationToken()) ?? null;
      const failure = await signIn({
        kind: 'account',
        userName: username,
        password,
        rememberMe,
        ...(activationToken !== null && { activationToken }),
      });
      if (!failure) activation?.endActivation();
      if (failure?.code === NOT_REMEMBERED) onNotRemembered();
      if (failure) return { refusal: refusalOf(failure, ['username', 'password'], navigator.onLine) };
      await onDone();
      return null;
    },
  };
}
