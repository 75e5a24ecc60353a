import { DatabaseUnavailable } from './database.ts';

/** SQLSTATE classes and codes after which the same request may well succeed. */
const PASSING_SQLSTATE = /^(08...|57P0[1-5]|53...|40001|40P01|55P03|25P03)$/;
/** Of those, what befell one transaction because of another: a smaller one may get through at once. */
const COLLISION_SQLSTATE = /^(40001|40P01)$/;
const PASSING_SYSTEM_CODE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND']);

/** The database is away, stops or is overrun: the caller answers 503, and the same request may be sent again. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as Error & { code?: string; syscall?: string };
  if (code !== undefined && 'severity' in error) return PASSING_SQLSTATE.test(code);
  if (code !== undefined && syscall !== undefined && syscall !== 'open') return PASSING_SYSTEM_CODE.has(code);
  // The driver has no code for a socket that ended under it.
  return /^Connection terminated|^Client has encountered a connection error/.test(error.message);
}

/** A deadlock or a serialisation failure. */
export function isCollision(error: unknown): boolean {
  return (
    error instanceof Error && 'severity' in error && COLLISION_SQLSTATE.test(String((error as { code?: string }).code))
  );
}

/** Whatever was asked for at the moment fails alike: the database is away, and not for a collision. */
export function isLostToAll(error: unknown): boolean {
  return isDatabaseAway(error) && !isCollision(error);
}
