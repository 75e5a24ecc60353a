/**
 * Ends a subquery that PostgreSQL must not merge with the query around it. It skips no row, but a subquery with
 * an OFFSET is planned by itself, and no condition from outside is moved into it. A LATERAL one is carried out
 * for each row outside, along its index; merged, it becomes a join, for which a plan made before there are
 * statistics may read the whole table.
 */
export const KEEP_APART = 'OFFSET 0';
