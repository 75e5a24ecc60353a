import { DatabaseUnavailable, isConnectionLost } from './database.ts';
import { isNetworkFault } from './network-fault.ts';

/** SQLSTATE classes and codes of transient errors: a retry may succeed. */
const PASSING_SQLSTATE = /^(08...|57P0[1-5]|53...|40001|40P01|55P03|25P03)$/;
/** Conflicts between transactions: a smaller transaction may succeed immediately. */
const COLLISION_SQLSTATE = /^(40001|40P01)$/;

/**
 * The database is unavailable, shutting down or overloaded. The caller answers 503 and the request may be
 * retried.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: string };
  if (code !== undefined && 'severity' in error) return PASSING_SQLSTATE.test(code);
  return isNetworkFault(error) || isConnectionLost(error);
}

/** A deadlock or a serialisation failure. */
export function isCollision(error: unknown): boolean {
  return (
    error instanceof Error && 'severity' in error && COLLISION_SQLSTATE.test(String((error as { code?: string }).code))
  );
}

/**
 * All concurrent requests would fail the same way: the database is unavailable, and the cause is not a
 * conflict.
 */
export function isLostToAll(error: unknown): boolean {
  return isDatabaseAway(error) && !isCollision(error);
}
