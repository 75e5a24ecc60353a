import * as z from 'zod/mini';
import { ACTIVATION, operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { isoDate, requiredText } from '../wire.ts';
import { activationView, OUT_OF_TURN } from './activation.ts';
import { typed } from '../typed.ts';

/** Proves identity by the mother's maiden name and the date of birth. Three tries, then 24 hours. */
export const verifyIdentity = operation({
  name: 'verifyIdentity',
  method: 'POST',
  path: 'card/verifyIdentity',
  auth: ACTIVATION,
  proof: carriedBy('MothersMaidenName'),
  ids: { Number: 'anyone' },
  summary: 'Verify identity by maiden name and date of birth',
  body: z.object({
    MothersMaidenName: z.string().check(...typed.answer(400)),
    DateOfBirth: isoDate,
    /** The card of the token is meant; another number is refused. */
    Number: z.optional(requiredText),
  }),
  response: activationView,
  errors: [...OUT_OF_TURN, 'identity_not_verified'],
});
