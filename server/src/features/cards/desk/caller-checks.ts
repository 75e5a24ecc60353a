import { plainText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';

/** Details that a caller said or showed, and the desk compared with the record. */
const CALLER_CHECKS = ['born', 'purchase', 'contact', 'document'] as const;

/** How a caller was checked, at least one way: `born,purchase`. */
export const callerChecks = z
  .string()
  .overwrite((typed) => typed.split(',').map(plainText).join(',').toLowerCase())
  .describe(`how the caller was checked, with commas between: ${CALLER_CHECKS.join(', ')}`)
  .refine((text) => {
    const given = text.split(',');
    return new Set(given).size === given.length && given.every((one) => CALLER_CHECKS.some((check) => check === one));
  });
