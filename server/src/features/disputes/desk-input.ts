import * as z from 'zod';

/** The reference of a dispute, as its cardholder quotes it. */
export const reference = z.string().regex(/^\d{12,20}$/);
