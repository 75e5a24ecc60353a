/**
 * Result of a call of another system. Faults of the other system or the network do not throw.
 *
 * - `done`: the other system completed it, or answered the query.
 * - `refused`: the other system did not do it and will not. Final.
 * - `pending`: the other system has accepted the request and has not finished.
 * - `unknown`: it was sent and no valid answer was received. It may have been done. Calls that move money are
 * queried later under the same key and never sent under another.
 * - `unsent`: it was not sent, so nothing was done.
 *
 * `code` is short and safe for logs and metrics. It contains no address, number or text of the other system.
 * `isLimit`: refused for a limit of the other system, which concerns who asks or what is asked about. `isOurs`: the other
 * system refuses our key, account or rate.
 */
export type OutsideOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string; readonly isLimit?: true }
  | { readonly kind: 'pending' }
  | { readonly kind: 'unknown'; readonly code: string; readonly isOurs?: true }
  | { readonly kind: 'unsent'; readonly code: string };

/** Code of a call that was not done, safe for logs. */
export function codeOf(outcome: Exclude<OutsideOutcome<unknown>, { readonly kind: 'done' }>): string {
  return outcome.kind === 'pending' ? outcome.kind : outcome.code;
}
