import * as z from 'zod/mini';
import {
  answerText,
  bankAccountText,
  digitsText,
  emailText,
  lineText,
  messageText,
  nameText,
  secretText,
} from './rules/typed-text.ts';

/**
 * Folds of typed text as checks of a schema, in the first place of its checks:
 * `z.string().check(typed.digits(), z.regex(/^\d{6}$/, 'errorBSB6Digit'))`. What they drop is in rules/typed-text.ts.
 */
export const typed = {
  /** A line: an address, a label, a username, a search. */
  line: () => z.overwrite<string>(lineText),
  /** A name of a person or thing. */
  name: () => z.overwrite<string>(nameText),
  /** A text of several lines. */
  message: () => z.overwrite<string>(messageText),
  /** A number or code that is written in groups. */
  digits: () => z.overwrite<string>(digitsText),
  /** Text that is left of it. Where none is, nothing else is said about it. */
  required: () => z.minLength(1, { error: 'required', abort: true }),
  email: () => z.overwrite<string>(emailText),
  /** An account number of any bank, which may have letters, spaces and hyphens. */
  bankAccount: () => z.overwrite<string>(bankAccountText),
  /** A password that is set. One that is compared comes as it is typed: its hash may be of before this fold. */
  secret: () => z.overwrite<string>(secretText),
  /** An answer to a question. One that has nothing to compare is refused, and no guess. */
  answer: (longest: number) =>
    [
      z.overwrite<string>(nameText),
      z.minLength(1, 'required'),
      z.maxLength(longest, 'required'),
      z.refine<string>((answer) => answerText(answer) !== '', 'required'),
    ] as const,
};
