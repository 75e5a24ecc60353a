import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { EMAIL_ADDRESS } from '../rules/email-address.ts';
import { mobileNumber } from '../rules/mobile-number.ts';
import { securityAnswer, securityQuestion } from '../reset/reset.ts';
import { typed } from '../typed.ts';
import { currentPassword } from '../access/sign-in/current-password.ts';

const shape = z.object({
  EmailAddress: z.optional(
    z
      .string()
      .check(
        typed.email(),
        z.maxLength(254, 'invalidEmailAddressFormat'),
        z.regex(EMAIL_ADDRESS, 'invalidEmailAddressFormat'),
      ),
  ),
  Mobile: z.optional(mobileNumber),
  UserName: z.optional(z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(64, 'userNameInvalid'))),
  SecurityQuestion: z.optional(securityQuestion),
  SecurityQuestionAnswer: z.optional(securityAnswer),
  currentpassword: currentPassword,
});

type Shape = z.output<typeof shape>;

/** A rule over several fields that names one of them. */
const rule = (isKept: (body: Shape) => boolean, ...path: (keyof Shape)[]) =>
  z.refine<Shape>(isKept, { error: 'required', path });

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
  // One contact or username at a time; a question with its answer; nothing is no change.
  body: shape.check(
    rule(({ EmailAddress, Mobile }) => EmailAddress === undefined || Mobile === undefined, 'Mobile'),
    rule(
      ({ EmailAddress, Mobile, UserName, SecurityQuestion }) =>
        UserName === undefined || (EmailAddress ?? Mobile ?? SecurityQuestion) === undefined,
      'UserName',
    ),
    rule(
      ({ SecurityQuestion: question, SecurityQuestionAnswer: answer }) =>
        question !== undefined || answer === undefined,
      'SecurityQuestion',
    ),
    rule(
      ({ SecurityQuestion: question, SecurityQuestionAnswer: answer }) =>
        question === undefined || answer !== undefined,
      'SecurityQuestionAnswer',
    ),
    rule(
      ({ EmailAddress, Mobile, UserName, SecurityQuestion }) =>
        (EmailAddress ?? Mobile ?? UserName ?? SecurityQuestion) !== undefined,
    ),
  ),
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
    'landline_given',
  ],
  errorFields: {
    current_password_wrong: 'currentpassword',
    email_invalid: 'EmailAddress',
    email_taken: 'EmailAddress',
    landline_given: 'Mobile',
  },
  ruleErrors: { invalidEmailAddressFormat: 'email_invalid' },
});
