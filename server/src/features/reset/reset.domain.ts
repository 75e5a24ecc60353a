/** A reset as far as its steps are concerned. Times in milliseconds, security clock. */
export type ResetState = {
  readonly way: 'link' | 'account';
  readonly endsAt: number;
  /** Used, or answered wrongly too often. */
  readonly isOver: boolean;
  /** The session of a reset by account number has ended. */
  readonly isSessionOver: boolean;
  readonly isAnswered: boolean;
  readonly isByBackupToken: boolean;
  readonly isCodeProved: boolean;
  readonly isIdentityProved: boolean;
};

/** Why a reset cannot go on; null where it can. */
export function refusalOf(state: ResetState | undefined, nowMs: number): 'token_invalid' | 'token_expired' | null {
  if (!state || state.isOver) return 'token_invalid';
  return nowMs >= state.endsAt || state.isSessionOver ? 'token_expired' : null;
}

/**
 * Whether a new password may be set. A link proves the contact that it went to; by account number a code or the
 * identity questions do. A backup token was sent to a contact, or read out after identity questions.
 */
export function mayChoose(state: ResetState): boolean {
  if (state.isByBackupToken) return true;
  return state.isAnswered && (state.way === 'link' || state.isCodeProved || state.isIdentityProved);
}

/** A contact as somebody may see it who is not signed in: `04•• ••• 001`, `a••••@e••••.com`. */
export function maskMobile(mobile: string): string {
  return `•••• ••• ${mobile.replaceAll(/\D/g, '').slice(-3)}`;
}

/** Characters that are not taken for one another. 8 of them hold 40 bits. */
export const BACKUP_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A backup token as it is compared: in capitals, without spaces and hyphens, look-alikes as the digits they resemble. */
export function foldBackupToken(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

const LETTERS = 'abcdefghijklmnoprstw';

/**
 * The masked name of an account that is not there, in the form that those of the brand have: always the same for
 * the same seed, which nobody but the server can compute.
 */
export function decoyName(form: 'email' | 'account', accountNumber: string, seed: Buffer): string {
  if (form === 'account') return `${accountNumber.slice(0, 1)}••••${accountNumber.slice(-2)}`;
  const letter = (index: number) => LETTERS.charAt((seed[index] ?? 0) % LETTERS.length);
  const end = ['.com', '.com', '.com', '.au', '.net'][(seed[2] ?? 0) % 5] ?? '.com';
  return `${letter(0)}••••@${letter(1)}••••${end}`;
}
