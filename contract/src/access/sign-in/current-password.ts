import * as z from 'zod/mini';

/** The password that the signed-in user has now. */
export const currentPassword = z.string().check(z.minLength(1, 'required'), z.maxLength(400, 'required'));
