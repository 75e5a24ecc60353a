import { requiredText } from '@wattle/contract/wire.ts';
import * as z from 'zod/mini';
import type { CallFailure } from '../../api/send.ts';
import { signIn } from '../../session/sign-in.ts';
import { messageOf } from './message-of.ts';

export type AccountValues = { readonly username: string; readonly password: string };
type AccountProblems = { username?: string; password?: string };

export function checkAccountSignIn(values: AccountValues): AccountProblems {
  const problems: AccountProblems = {};
  const username = messageOf(z.safeParse(requiredText, values.username));
  if (username !== null) problems.username = username;
  // A password is taken as it is: spaces may be part of it.
  if (values.password === '') problems.password = 'required';
  return problems;
}

export function signInWithAccount(values: AccountValues): Promise<CallFailure | null> {
  return signIn({ kind: 'account', userName: values.username, password: values.password });
}
