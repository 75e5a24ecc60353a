import * as z from 'zod/mini';

/** ISO 3166-1 alpha-2. A country that no service knows has no hits. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/, 'required'));
