import type { OutsideOutcome } from './outcome.ts';

/**
 * One call that signs in and changes nothing: it sends no message and moves no money. `done`: the other system knows us.
 * Any other outcome says by its code why not, such as `http_401`.
 */
export type Probe = () => Promise<OutsideOutcome<null>>;

/** Refusal that only a caller who is known gets: of a question about nothing. */
export const KNOWS_US = 'knows_us';

/** Refusal of a key that may send and not list: it can be used. */
export const MAY_NOT_LIST = 'may_not_list';

/** Codes of answers to a caller who is known. */
export const knownBy =
  (...statuses: readonly number[]) =>
  (status: number): string | undefined =>
    statuses.includes(status) ? KNOWS_US : undefined;

/** Outcome of a call that was made only to sign in: an answer, or a refusal with `KNOWS_US`, is enough. */
export async function signedInBy(
  calling: OutsideOutcome<unknown> | Promise<OutsideOutcome<unknown>>,
): Promise<OutsideOutcome<null>> {
  const outcome = await calling;
  const isKnown = outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.code === KNOWS_US);
  return isKnown ? { kind: 'done', value: null } : outcome;
}
