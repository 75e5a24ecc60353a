import * as z from 'zod/mini';
import { digitsText, lineText, messageText, nameText, secretText } from './rules/typed-text.ts';

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
  /** A number or code that is told in groups. */
  digits: () => z.overwrite<string>(digitsText),
  /** A password. */
  secret: () => z.overwrite<string>(secretText),
};
