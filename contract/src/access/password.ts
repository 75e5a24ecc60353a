import * as z from 'zod/mini';
import { meetsNeed, PASSWORD_NEEDS } from '../rules/password-rule.ts';
import { typed } from '../typed.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { done } from '../wire.ts';

/** The password that the signed-in user has now. */
export const currentPassword = z.string().check(z.minLength(1, 'required'), z.maxLength(400, 'required'));

function meetsAll(password: string): boolean {
  return PASSWORD_NEEDS.every((need) => meetsNeed(password, need));
}

/** A password that someone chooses. The server refuses common and breached ones besides. */
export const newPassword = z.string().check(
  typed.secret(),
  z.minLength(1, 'required'),
  z.maxLength(400, 'passwordInvalid'),
  z.refine((typed: string) => meetsAll(typed), 'passwordInvalid'),
);

/** Ends the other sessions of the user and notifies them. 20010 with `newPassword` for one that is common or breached. */
export const changePassword = operation({
  name: 'changePassword',
  method: 'POST',
  path: 'onlineAccount/ChangePassword',
  auth: WEB_ACCOUNT,
  proof: carriedBy('oldPassword'),
  ids: {},
  summary: 'Change the password',
  body: z.object({ oldPassword: currentPassword, newPassword }),
  response: z.object({ result: z.literal(true) }),
  errors: ['current_password_wrong', 'account_locked', 'required_field'],
  errorFields: { current_password_wrong: 'oldPassword', required_field: 'newPassword' },
});

/** Whether a password is the signed-in user's. Wrong ones are counted apart from those of the sign-in. */
export const checkPassword = operation({
  name: 'checkPassword',
  method: 'POST',
  path: 'onlineAccount/CheckPassword',
  auth: WEB_ACCOUNT,
  proof: carriedBy('currentpassword'),
  ids: {},
  summary: 'Check the current password',
  body: z.object({ currentpassword: currentPassword }),
  response: done,
  errors: ['current_password_wrong', 'account_locked'],
});
