import * as z from 'zod/mini';
import { namedNumbers } from '../../named-numbers.ts';
import { DIRECT_ENTRY, foldToDirectEntry } from '../../rules/direct-entry.ts';

/** Name of the account that is paid, as the file says it. */
export const accountTitle = z
  .string('required')
  .check(
    z.overwrite(foldToDirectEntry),
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(32, 'accountTitleTooLong'),
    z.regex(DIRECT_ENTRY, 'invalidDEChars'),
  );

/** Reference that the payee reads: at most 18 characters, and none of `0`, `-` or a space at the beginning. */
export const lodgementReference = z
  .string('required')
  .check(
    z.overwrite(foldToDirectEntry),
    z.minLength(1, 'required'),
    z.maxLength(18, 'lodgementReferenceInvalid'),
    z.regex(DIRECT_ENTRY, 'invalidDEChars'),
    z.regex(/^[^ 0-]/, 'lodgementReferenceInvalid'),
  );

/** Purpose of a transfer to another bank. */
export const TRANSFER_CATEGORY = { housing: 1, otherExpenses: 2, ownInstitution: 3 } as const;
export type TransferCategory = (typeof TRANSFER_CATEGORY)[keyof typeof TRANSFER_CATEGORY];
export const transferCategory = namedNumbers(TRANSFER_CATEGORY, 'required');
