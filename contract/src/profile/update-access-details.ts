import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { requiredText } from '../wire.ts';
import { securityQuestion } from '../reset/reset.ts';

/**
 * Changes the email address, the mobile number, the username or the security question, with the current password. A
 * username is chosen where the brand signs in by account number; the number goes on to open the login. A new contact
 * counts once the code that is sent there is entered (ConfirmContact); until then the old one stands. A new question
 * or username counts at once and ends the other sessions. 20010 for a username that is none or is taken. 20027 for an email that is none, 20031 for one that opens another login.
 * 403 for what the brand does not let its users change, and for contacts in the day after a reset; where there is none,
 * one can be given even then. 429 for a contact whose code could not be entered (ConfirmContact). A reset asks the former security question for 48 hours.
 */
export const updateAccessDetails = operation({
  name: 'updateAccessDetails',
  method: 'POST',
  path: 'onlineAccount/UpdateAccessDetails',
  auth: WEB_ACCOUNT,
  proof: carriedBy('currentpassword'),
  ids: {},
  summary: 'Change access details',
  body: z.object({
    EmailAddress: z.optional(z.string().check(z.trim(), z.maxLength(254, 'invalidEmailAddressFormat'))),
    Mobile: z.optional(
      z.string().check(z.trim(), z.minLength(10, 'mobilePhoneValid'), z.maxLength(14, 'mobilePhoneValid')),
    ),
    UserName: z.optional(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(64, 'userNameInvalid'))),
    SecurityQuestion: z.optional(securityQuestion),
    SecurityQuestionAnswer: z.optional(requiredText),
    currentpassword: requiredText,
  }),
  response: z.object({
    result: z.literal(true),
    /** Where a code was sent; null: nothing is to be confirmed. */
    CodeSentTo: z.nullable(z.string()),
  }),
  errors: [
    'scope_refused',
    'current_password_wrong',
    'account_locked',
    'required_field',
    'email_invalid',
    'email_taken',
  ],
  errorFields: {
    current_password_wrong: 'currentpassword',
    email_invalid: 'EmailAddress',
    email_taken: 'EmailAddress',
  },
});
