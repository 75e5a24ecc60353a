import * as z from 'zod/mini';

/**
 * Every call that moves money has this header: one key for one intent, created when the user confirms it and sent again
 * with every retry. For at least 30 days the same key and body get the same answer, also if it is a refusal. The same
 * key with another body is refused with 409.
 */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** 1 to 64 printable characters of ASCII. A random UUID does. */
export const idempotencyKey = z.string().check(z.regex(/^[\x20-\x7e]{1,64}$/, 'required'));
