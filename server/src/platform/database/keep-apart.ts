/**
 * Ends a subquery that PostgreSQL must not merge with the outer query. It skips no row, but a subquery with an OFFSET
 * is planned separately and gets no outer condition. A LATERAL one is run for each outer row with its index; merged, it
 * becomes a join, and a plan made without statistics may read the whole table.
 */
export const KEEP_APART = 'OFFSET 0';
