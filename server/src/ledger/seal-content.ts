/**
 * What a seal covers, as bytes that PostgreSQL makes the same on every server and version:
 * `record_send` writes the number of columns and, for each, its type, its length and its value in
 * network order (a length of −1 for null), so that no two rows give the same bytes.
 *
 * The columns of a format never change. A new column of these tables belongs to a new format beside
 * this one; a seal says which one it was made with.
 */
export const SEAL_FORMAT = 1;

/** The columns that format 1 covers, in its order; a transfer's also those of its reversal, if it is one. */
export const SEALED_COLUMNS = {
  transfer: ['id', 'effective_at', 'posted_at', 'tenant_id', 'code', 'forced', 'request_hash', 'key'],
  reversal: ['transfer_id', 'reversal_id', 'tenant_id'],
  entry: ['account_id', 'seq', 'transfer_id', 'amount', 'balance_after', 'tenant_id', 'posted_at', 'credited_after'],
  hold: [
    'id',
    'account_id',
    'amount',
    'placed_at',
    'expires_at',
    'tenant_id',
    'forced',
    'request_hash',
    'key',
    'tolerance',
    'tolerance_points',
  ],
  hold_event: ['id', 'hold_id', 'keep', 'transfer_id', 'at', 'tenant_id', 'kind', 'number', 'key', 'request_hash'],
} as const;

type SealedTable = keyof typeof SEALED_COLUMNS;

/** The ranges of a seal, as SQL expressions: above `from`, up to `to`. */
export type SealRange = {
  readonly tenantId: string;
  readonly transfers: { readonly from: string; readonly to: string };
  readonly holds: { readonly from: string; readonly to: string };
  readonly holdEvents: { readonly from: string; readonly to: string };
};

/** How many rows of one kind a range has, and SHA-256 over them. */
export type SealedPart = 'transfers' | 'entries' | 'holds' | 'hold_events';

/**
 * A query of one row: the four counts, and `content`, the four digests. Entries come by the range of
 * their transfers' ids, whether or not such a transfer exists.
 */
export function contentOf({ tenantId, transfers, holds, holdEvents }: SealRange): string {
  const within = (column: string, range: { from: string; to: string }) =>
    `r.tenant_id = ${tenantId} AND r.${column} > ${range.from} AND r.${column} <= ${range.to}`;
  return `
    SELECT transfers.count AS transfers, entries.count AS entries, holds.count AS holds,
           hold_events.count AS hold_events,
           transfers.digest || entries.digest || holds.digest || hold_events.digest AS content
    FROM (${digest(['transfer', 'reversal'], 'r.id', within('id', transfers))}) AS transfers,
         (${digest(['entry'], 'r.transfer_id, r.account_id, r.seq', within('transfer_id', transfers))}) AS entries,
         (${digest(['hold'], 'r.id', within('id', holds))}) AS holds,
         (${digest(['hold_event'], 'r.id', within('id', holdEvents))}) AS hold_events`;
}

const JOINED: Readonly<Record<string, string>> = {
  reversal: 'LEFT JOIN reversal v ON v.tenant_id = r.tenant_id AND v.reversal_id = r.id',
};

function digest([table, joined]: readonly [SealedTable, SealedTable?], order: string, where: string): string {
  const columns = [
    ...SEALED_COLUMNS[table].map((column) => `r.${column}`),
    ...(joined ? SEALED_COLUMNS[joined].map((column) => `v.${column}`) : []),
  ].join(', ');
  return `
    SELECT count(*)::integer AS count,
           sha256(coalesce(string_agg(record_send(ROW(${columns})), '' ORDER BY ${order}), '')) AS digest
    FROM ${table} r ${joined ? JOINED[joined] : ''} WHERE ${where}`;
}
