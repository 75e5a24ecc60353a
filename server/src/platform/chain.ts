/** A chain of seals over rows that are only ever added; seal.ts extends it, verify-seals.ts proves it. */
export type Chain = {
  /** Its table, `ledger_seal`; what the sealer saw last is in the one that ends with `_mark`. */
  readonly seals: string;
  /** Advisory lock: one sealer at a time on a database, whichever server it runs in. */
  readonly lock: number;
  /**
   * Which columns, in which order. The columns of a format never change: a new column of a sealed table
   * belongs to a new format, and a seal says which one it was made with.
   */
  readonly format: number;
  /** A seal covers from each of these the ids up to `<name>_to`, after those of the seal before it. */
  readonly ranges: readonly SealedRange[];
  /** A seal has a count, by its name, and a digest of each. */
  readonly parts: readonly SealedPart[];
  /** What verify calls a seal that is not sound, rows that were changed or removed, added, not sealed in time. */
  readonly invariants: Readonly<Record<'seal' | 'content' | 'added' | 'lag', string>>;
};

export type SealedRange = {
  readonly name: string;
  /** Whoever inserts here has its transaction's id before it draws the row's (seal.ts says why). */
  readonly table: string;
};

export type SealedPart = {
  readonly name: string;
  /** The name of the range that its rows lie in. */
  readonly range: string;
  /** `transfer r`, with what is joined. */
  readonly rows: string;
  /** The column of `r` that the range is of. */
  readonly id: string;
  readonly order: string;
  /** `r.id`, … */
  readonly columns: readonly string[];
};

/** The first seal of a tenant covers every id from the smallest on, ids that no sequence draws too. */
export const BEFORE_ALL = -(2n ** 63n);

/** What the first seal of a tenant follows. */
export const FIRST_PREVIOUS: Buffer = Buffer.alloc(32);

/** What a seal says of the rows that it covers; its hash is made of it and of the hash before. */
export type Seal = {
  readonly tenantId: number;
  readonly seq: bigint;
  /** The last id of each range. */
  readonly upTo: readonly bigint[];
  /** `2026-11-20T05:04:03.123Z` */
  readonly sealedAt: string;
  /** How many rows each part has. */
  readonly counts: readonly number[];
  readonly format: number;
  /** SHA-256 of each part. */
  readonly content: Buffer;
};

/**
 * What is hashed under the key: the previous hash, the seal as a JSON array, the digests of its rows.
 * Chains share the key; the lengths of array and content tell a seal of one from that of another.
 */
export function sealedBytes(previous: Buffer, seal: Seal): Buffer {
  const { tenantId, seq, upTo, sealedAt, counts, format } = seal;
  const facts = [tenantId, String(seq), ...upTo.map(String), sealedAt, ...counts, format];
  return Buffer.concat([previous, Buffer.from(JSON.stringify(facts)), seal.content]);
}

/**
 * A query of one row: `counts` and `content` of the rows above `from`, up to `to`, which are SQL
 * expressions for a range. The bytes are the same on every server and version: `record_send` writes
 * the number of columns and, for each, its type, its length and its value in network order (a length
 * of −1 for null), so that no two rows give the same bytes.
 */
export function contentOf(
  { parts }: Chain,
  tenantId: string,
  range: (name: string) => { readonly from: string; readonly to: string },
): string {
  const found = parts.map((part, n) => {
    const { from, to } = range(part.range);
    return `(
      SELECT count(*)::integer AS count,
             sha256(coalesce(string_agg(record_send(ROW(${part.columns.join(', ')})), '' ORDER BY ${part.order}), '')) AS digest
      FROM ${part.rows} WHERE r.tenant_id = ${tenantId} AND ${part.id} > ${from} AND ${part.id} <= ${to}) AS p${n}`;
  });
  const all = (column: string) => parts.map((_part, n) => `p${n}.${column}`);
  return `SELECT ARRAY[${all('count').join(', ')}] AS counts, ${all('digest').join(' || ')} AS content FROM ${found.join(', ')}`;
}
