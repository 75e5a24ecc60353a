import { accessCode, cardId, cardNumber } from '@wattle/contract/wire.ts';
import * as z from 'zod/mini';
import type { CallFailure } from '../../api/send.ts';
import { signIn } from '../../session/sign-in.ts';
import { messageOf } from './message-of.ts';

export type CardValues = { readonly card: string; readonly accessCode: string };
type CardProblems = { card?: string; accessCode?: string };

/** Checks by the wire's own rules: the card's number, or its id where the brand uses card ids. */
export function checkCardSignIn(values: CardValues, usesCardIds: boolean): CardProblems {
  const problems: CardProblems = {};
  const card = messageOf(z.safeParse(usesCardIds ? cardId : cardNumber, values.card));
  const code = messageOf(z.safeParse(accessCode, values.accessCode));
  if (card !== null) problems.card = card;
  if (code !== null) problems.accessCode = code;
  return problems;
}

export function signInWithCard(values: CardValues): Promise<CallFailure | null> {
  return signIn({ kind: 'card', cardNumber: values.card, accessCode: values.accessCode });
}
