import { accessCode as accessCodeShape, cardId, cardNumber } from '@wattle/contract/wire.ts';
import * as z from 'zod/mini';
import { refusalOf } from '../../../form/form.domain.ts';
import type { FormRules } from '../../../form/use-form.ts';
import { signIn } from '../../../session/sign-in.ts';
import { messageOf } from '../message-of.ts';

/** Sign-in with a card's number, or its id where the brand uses card ids, and its access code. */
export function cardSignIn(usesCardIds: boolean, onDone: () => Promise<void>): FormRules<'card' | 'accessCode'> {
  return {
    check: ({ card, accessCode }) => {
      const cardProblem = messageOf(z.safeParse(usesCardIds ? cardId : cardNumber, card));
      const codeProblem = messageOf(z.safeParse(accessCodeShape, accessCode));
      return {
        ...(cardProblem === null ? {} : { card: cardProblem }),
        ...(codeProblem === null ? {} : { accessCode: codeProblem }),
      };
    },
    submit: async ({ card, accessCode }) => {
      const failure = await signIn({ kind: 'card', cardNumber: card, accessCode });
      if (failure) return { refusal: refusalOf(failure, ['card', 'accessCode'], navigator.onLine) };
      await onDone();
      return null;
    },
  };
}
