import { brandNote } from '../../../brand/brand-note.ts';

/** Whether a passcode was set in this browser: only to offer it at sign-in. The server may have dropped it since. */
export const { has: mayHavePasscode, note: noteHasPasscode } = brandNote('wattle.passcode');
