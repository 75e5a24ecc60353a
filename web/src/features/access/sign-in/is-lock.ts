/** Refusals that end after a wait. */
const LOCKS: ReadonlySet<string> = new Set(['20043', '20245']);

export function isLock(code: string | null | undefined): boolean {
  return code !== null && code !== undefined && LOCKS.has(code);
}
