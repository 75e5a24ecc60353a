import * as z from 'zod/mini';

/** The bytes of a file, at least one: the body of a call whose encoding is `bytes`. */
export function bytesUpTo(maximum: number) {
  return z
    .instanceof(Uint8Array, { error: 'required' })
    .check(z.refine((bytes) => bytes.length > 0 && bytes.length <= maximum, { error: 'required' }));
}
