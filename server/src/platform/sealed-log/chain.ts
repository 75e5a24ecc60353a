/** A hash chain of seals over append-only rows. seal.ts extends it, verify-seals.ts verifies it. */
export type Chain = {
  /** Table of the seals, `ledger_seal`. The sealer's last position is in the table with the suffix `_mark`. */
  readonly seals: string;
  /** Advisory lock: one sealer at a time on a database, whichever server it runs in. */
  readonly lock: number;
  /**
   * Identifies the sealed columns and their order. The columns of a format never change: a new column of a sealed table
   * belongs to a new format, and a seal says which one it was made with.
   */
  readonly format: number;
  /** For each range, a seal covers the ids after the previous seal, up to `<name>_to`. */
  readonly ranges: readonly SealedRange[];
  /** For each part, a seal has a count, named after the part, and a digest. */
  readonly parts: readonly SealedPart[];
  /**
   * Names of the invariants that verify reports: an invalid seal, rows changed or removed, rows added, rows
   * not sealed in time.
   */
  readonly invariants: Readonly<Record<'seal' | 'content' | 'added' | 'lag', string>>;
};

export type SealedRange = {
  readonly name: string;
  /** An inserting transaction must have its transaction id before it draws the row's id (see seal.ts). */
  readonly table: string;
  /**
   * The table has a partition for each year, by ranges of ids. A seal stays within one partition, so that a year can be
   * dropped.
   */
  readonly isByYear?: boolean;
};

export type SealedPart = {
  readonly name: string;
  /** Name of the range that contains its rows. */
  readonly range: string;
  /** FROM clause: `transfer r`, with joins. */
  readonly rows: string;
  /** Column of `r` that the range applies to. */
  readonly id: string;
  readonly order: string;
  /** `r.id`, … */
  readonly columns: readonly string[];
};

/** The first seal of a tenant covers all ids from the smallest int8, including ids that no sequence generates. */
export const BEFORE_ALL = -(2n ** 63n);

/** Ids per year in a table with partitions by year: those of 2027 begin at 2,027,000,000,000,000. */
export const IDS_A_YEAR = 1_000_000_000_000n;

/** Previous hash of a tenant's first seal. */
export const FIRST_PREVIOUS: Buffer = Buffer.alloc(32);

/** The sealed facts about the rows; the hash covers them and the previous hash. */
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
 * The input of the keyed hash: the previous hash, the seal as a JSON array, the digests of its rows. Chains
 * share the key; the lengths of array and content distinguish their seals.
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
