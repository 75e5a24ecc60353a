/** Outcome of the validation of a card at sign-up. */
export type SignUpOutcome = 'agree' | 'existing' | 'notFound' | 'notCurrent' | 'nameTaken';

const NOT_FOUND = '999';

/**
 * Reads the result by position: status, username, login. The whole is compared first: 999 means that there is no such
 * account.
 */
export function signUpOutcome(result: string): SignUpOutcome {
  if (result === NOT_FOUND) return 'notFound';
  const [status, name, login] = result;
  if (status !== '0') return 'notCurrent';
  if (login === '1') return 'existing';
  return name === '1' ? 'agree' : 'nameTaken';
}

/** Whether a refusal ends the sign-up: it has expired, or its token is unknown. */
export function isOver(code: string): boolean {
  return code === '20060' || code === '20062';
}
