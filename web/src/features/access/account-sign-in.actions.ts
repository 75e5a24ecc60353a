import { requiredText } from '@wattle/contract/wire.ts';
import * as z from 'zod/mini';
import { signIn } from '../../session/sign-in.ts';
import { messageOf } from './message-of.ts';
import type { SignInActions } from './use-sign-in-form.ts';

export const accountSignIn: SignInActions<'username' | 'password'> = {
  check: (values) => {
    const username = messageOf(z.safeParse(requiredText, values.username));
    return {
      ...(username === null ? {} : { username }),
      // A password is taken as it is: spaces may be part of it.
      ...(values.password === '' ? { password: 'required' } : {}),
    };
  },
  signIn: (values) => signIn({ kind: 'account', userName: values.username, password: values.password }),
};
