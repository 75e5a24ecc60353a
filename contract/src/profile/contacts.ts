import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { EMAIL_ADDRESS } from '../rules/email-address.ts';
import { mobileNumber } from '../rules/mobile-number.ts';
import { securityAnswer, securityQuestion } from '../reset/reset.ts';
import { typed } from '../typed.ts';
import { currentPassword } from '../access/password.ts';
import { accessCode } from '../wire.ts';

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
 * counts once the code that is sent there is entered (ConfirmContact); until then the old one stays valid. A new
 * question or username counts straight away and ends the other sessions. 20010 for a username that is malformed or
 * taken. 20027 for a malformed email, 20031 for one that opens another login. 403 for what the brand does not let its
 * users change, and for contacts in the day after a reset; where there is none, one can be given even then. 429 for a
 * contact whose code could not be entered (ConfirmContact). A reset asks the former security question for 48 hours.
 */
export const updateAccessDetails = operation({
  name: 'updateAccessDetails',
  method: 'POST',
  path: 'onlineAccount/UpdateAccessDetails',
  auth: WEB_ACCOUNT,
  proof: carriedBy('currentpassword'),
  ids: {},
  summary: 'Change access details',
  // One contact or username at a time; a question with its answer; an empty request is refused.
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
    /** Where a code was sent; null: no confirmation is needed. */
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

/**
 * Added: the code that was sent to a new email address or mobile number. It replaces the old one, which is notified and
 * can undo it for 48 hours; other sessions end. 20052 for a code that is wrong, too old or tried too often, 20031 for
 * one that opens another login by now, 403 in the day after a reset where a contact would be replaced, 429 for a day
 * once five codes of this person were wrong within 24 hours.
 */
export const confirmContact = operation({
  name: 'confirmContact',
  method: 'POST',
  path: 'onlineAccount/ConfirmContact',
  auth: WEB_ACCOUNT,
  proof: carriedBy('code'),
  ids: {},
  summary: 'Confirm a new email address or mobile number',
  body: z.object({ Channel: z.enum(['email', 'mobile'], 'required'), code: accessCode }),
  response: z.object({ result: z.literal(true) }),
  errors: ['scope_refused', 'access_code_wrong', 'email_taken'],
  errorFields: { access_code_wrong: 'code' },
});

/**
 * Added: undoes a change of contact, or one of address or name by staff, by the token that was sent to the old contact.
 * The previous contact, sign-in names and security question are restored; later changes of that contact end with their
 * links, and so do all sessions, the password and what was added to sign in. It can be used once, within 48 hours.
 * 20314 where the change has ended already, by the undo of an earlier one or by a change back.
 */
export const undoContactChange = operation({
  name: 'undoContactChange',
  method: 'POST',
  path: 'onlineAccount/UndoContactChange',
  auth: 'public',
  proof: carriedBy('token'),
  summary: 'Undo a change of contact',
  body: z.object({ token: z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(100, 'required')) }),
  response: z.object({
    result: z.literal(true),
    /** Where a link to a new password was sent, masked; null: the restored contact is too new for one. */
    LinkSentTo: z.nullable(z.string()),
    /**
     * Present where staff had made the change: of a contact, access has ended as well (`signedOut`). There is no link,
     * and details stay as they are until staff have spoken with the person.
     */
    Desk: z.optional(z.enum(['signedOut', 'restored'])),
  }),
  errors: ['token_invalid', 'token_expired', 'change_ended'],
});
