/*
 * SQL of a mark: a highest id, and a transaction id (`before_xid`) above those of all transactions that may still
 * commit a lower id. Rows up to the mark are complete once all of these have ended.
 *
 * The highest id is read before the marking transaction gets its own id, which is the mark's. Transactions that insert
 * get theirs before they draw a row id, so one that may still commit a lower row id has a lower transaction id. The xmax
 * of a snapshot would not work, since a running transaction may have a higher id.
 */

/** The id of this transaction, which it gets with this. */
export const OWN_XID = 'pg_current_xact_id()::text::bigint';

/** The oldest transaction that is still open. A mark up to it is complete. */
export const OLDEST_OPEN_XID = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

/** The next transaction id. A mark above it comes from another cluster, from which this database was copied. */
export const NEXT_XID = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint';
