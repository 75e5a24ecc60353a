import { brandNote } from '../brand/brand-note.ts';

/** Whether the last sign-in of this browser at a brand was to an account; it was by card otherwise. */
export const usedAccount = brandNote('wattle.account');
