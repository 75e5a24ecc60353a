import * as z from 'zod/mini';

/**
 * Every call that moves money takes this header: one key for one intent, made where the intent is
 * confirmed and sent again with every retry. The same key and body get the same answer for 30 days
 * at least, a refusal too; the same key with another body is refused with 409.
 */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** 1 to 64 printable characters of ASCII. A random UUID does. */
export const idempotencyKey = z.string().check(z.regex(/^[\x20-\x7e]{1,64}$/, 'required'));
