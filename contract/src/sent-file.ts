import * as z from 'zod/mini';
import { typed } from './typed.ts';

/** Maximum bytes of a photo or PDF that a person sends. */
export const SENT_FILE_MAXIMUM = 10 * 1024 * 1024;

/** Kinds of file that a person may send, by their content. */
export const SENT_FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;

export type SentFileType = (typeof SENT_FILE_TYPES)[number];

/** Maximum length of its name. */
export const FILE_NAME_MAXIMUM = 120;

/** Name and bytes of a photo or PDF: the body of a call whose encoding is `bytes`. */
export const sentFile = {
  Name: z
    .string('required')
    .check(typed.name(), z.minLength(1, 'required'), z.maxLength(FILE_NAME_MAXIMUM, 'required')),
  /** A PDF, JPEG or PNG of at most 10 MB: the body itself. */
  Content: z
    .instanceof(Uint8Array, { error: 'required' })
    .check(z.refine((bytes) => bytes.length > 0 && bytes.length <= SENT_FILE_MAXIMUM, { error: 'required' })),
};
