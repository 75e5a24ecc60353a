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

/** Reason why a reset cannot continue; null if it can. */
export function refusalOf(state: ResetState | undefined, nowMs: number): 'token_invalid' | 'token_expired' | null {
  if (!state || state.isOver) return 'token_invalid';
  return nowMs >= state.endsAt || state.isSessionOver ? 'token_expired' : null;
}

/**
 * Whether a new password may be set. A link proves the contact that it was sent to. By account number a code or the
 * identity questions prove it. A backup token was sent to a contact, or read out after identity questions.
 */
export function mayChoose(state: ResetState): boolean {
  if (state.isByBackupToken) return true;
  return state.isAnswered && (state.way === 'link' || state.isCodeProved || state.isIdentityProved);
}

/** A contact as shown to a person who is not signed in: `04•• ••• 001`, `a••••@e••••.com`. */
export function maskMobile(mobile: string): string {
  return `•••• ••• ${mobile.replaceAll(/\D/g, '').slice(-3)}`;
}

/** Characters that cannot be confused. 8 of them hold 40 bits. */
export const BACKUP_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Canonical form of a backup token: in capitals, without spaces and hyphens, look-alike letters as digits. */
export function foldBackupToken(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

const LETTERS = 'abcdefghijklmnoprstw';

/**
 * Masked name for an account that does not exist, in the form of the brand: the same for the same seed, which only the
 * server can compute.
 */
export function decoyName(form: 'email' | 'account', accountNumber: string, seed: Buffer): string {
  if (form === 'account') return `${accountNumber.slice(0, 1)}••••${accountNumber.slice(-2)}`;
  const letter = (index: number) => LETTERS.charAt((seed[index] ?? 0) % LETTERS.length);
  const end = ['.com', '.com', '.com', '.au', '.net'][(seed[2] ?? 0) % 5] ?? '.com';
  return `${letter(0)}••••@${letter(1)}••••${end}`;
}
