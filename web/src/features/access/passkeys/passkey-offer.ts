import { brandNote } from '../../../brand/brand-note.ts';

/** Whether a passkey was added or used in this browser: only to offer it first. It may have been removed since. */
export const { has: mayHavePasskey, note: noteHasPasskey } = brandNote('wattle.passkey');
