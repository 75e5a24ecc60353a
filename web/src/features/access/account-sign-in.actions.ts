import { requiredText } from '@wattle/contract/wire.ts';
import * as z from 'zod/mini';
import { signIn } from '../../session/sign-in.ts';
import { messageOf } from './message-of.ts';
import type { Remembering } from './use-remembered-user.ts';
import type { SignInActions } from './use-sign-in-form.ts';

/** The browser's memory of the username is good for nothing any more. */
const NOT_REMEMBERED = '20252';

/** The rules and the call of a sign-in with username and password. */
export function accountSignIn(
  { days, maskedName, isWanted }: Remembering,
  onNotRemembered: () => void,
): SignInActions<'username' | 'password'> {
  return {
    check: (values) => {
      // A remembered name is the server's own text.
      const username = values.username === maskedName ? null : messageOf(z.safeParse(requiredText, values.username));
      return {
        ...(username === null ? {} : { username }),
        // A password is taken as it is: spaces may be part of it.
        ...(values.password === '' ? { password: 'required' } : {}),
      };
    },
    signIn: async (values) => {
      const failure = await signIn({
        kind: 'account',
        userName: values.username,
        password: values.password,
        rememberMe: days === 0 ? null : isWanted,
      });
      if (failure?.code === NOT_REMEMBERED) onNotRemembered();
      return failure;
    },
  };
}
