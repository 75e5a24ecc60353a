import { accessCode, cardId, cardNumber } from '@wattle/contract/wire.ts';
import * as z from 'zod/mini';
import { currentBrand } from '../../brand/brand.ts';
import { signIn } from '../../session/sign-in.ts';
import { messageOf } from './message-of.ts';
import type { SignInActions } from './use-sign-in-form.ts';

/** Checks by the wire's own rules: the card's number, or its id where the brand uses card ids. */
export const cardSignIn: SignInActions<'card' | 'accessCode'> = {
  check: (values) => {
    const rule = currentBrand()?.UseCardIdForCardholderAccess ? cardId : cardNumber;
    const card = messageOf(z.safeParse(rule, values.card));
    const code = messageOf(z.safeParse(accessCode, values.accessCode));
    return { ...(card === null ? {} : { card }), ...(code === null ? {} : { accessCode: code }) };
  },
  signIn: (values) => signIn({ kind: 'card', cardNumber: values.card, accessCode: values.accessCode }),
};
