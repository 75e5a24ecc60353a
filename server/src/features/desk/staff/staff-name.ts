import * as z from 'zod';

/** Sign-in name of a member of staff. */
export const staffName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9.-]{1,39}$/)
  .describe('a sign-in name of small letters, digits, dots and hyphens');

export const staffFullName = z.string().trim().min(2).max(80);
