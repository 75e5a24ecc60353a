import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { isTrivialPin } from '../../rules/trivial-pin.ts';
import { accountNumber, done, expirationDate, maskedCardNumber } from '../../wire.ts';
import { typed } from '../../typed.ts';
import { currentPassword } from '../../access/sign-in/current-password.ts';

/** A PIN that somebody chooses: 4 digits, no repeats and no runs. */
export const newPin = z.string().check(
  typed.digits(),
  z.regex(/^\d{4}$/, 'tryAgainPinText'),
  z.refine((digits: string) => !isTrivialPin(digits), 'tryAgainPinText'),
);

/** 20010 with the field `pin` for the holder's birth day or year. */
export const changePin = operation({
  name: 'changePin',
  method: 'POST',
  path: 'card/changePin',
  auth: WEB_ACCOUNT,
  proof: carriedBy('password'),
  ids: { memberNumber: 'cardAccount', maskedCard: 'maskedCard', expiryDate: 'cardExpiry' },
  summary: 'Change the PIN of a card',
  body: z.object({
    memberNumber: accountNumber,
    maskedCard: maskedCardNumber,
    expiryDate: expirationDate,
    pin: newPin,
    /** The current password of the sign-in. */
    password: currentPassword,
  }),
  response: done,
  errors: ['invalid_card_details', 'card_problem', 'required_field', 'current_password_wrong', 'account_locked'],
  errorFields: { current_password_wrong: 'password', required_field: 'pin' },
});
