import * as z from 'zod/mini';

/** A name of a person: letters of any script, digits, space, apostrophe and hyphen. */
export const personName = z
  .string()
  .check(z.trim(), z.minLength(1, 'required'), z.maxLength(50), z.regex(/^[\p{L}\p{M}\d '’-]+$/u, 'alphanumericOnly'));

export const optionalPersonName = z
  .string()
  .check(z.trim(), z.maxLength(50), z.regex(/^$|^[\p{L}\p{M}\d '’-]+$/u, 'alphanumericOnly'));
