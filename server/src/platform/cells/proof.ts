import type pg from 'pg';
import { MoveError } from './connect.ts';
import { tenantTables, type TenantTable } from './tenant-tables.ts';

/** Ids, by table, up to which rows were compared before the freeze and cannot change any more. */
export type ProvedUpTo = ReadonlyMap<string, string>;

export type Proof = { readonly tables: number; readonly rows: bigint };

/**
 * Append-only tables ordered by id: the application's role cannot change their rows, and no row can be inserted below
 * the sealed ids.
 */
const SEALED = `
SELECT t.name, t.up_to::text FROM (
  SELECT transfers_to, holds_to, hold_events_to,
         (SELECT lines_to FROM audit_seal WHERE tenant_id = $1 ORDER BY seq DESC LIMIT 1) AS lines_to
  FROM ledger_seal WHERE tenant_id = $1 ORDER BY seq DESC LIMIT 1) AS s
CROSS JOIN LATERAL (VALUES ('transfer', transfers_to), ('hold', holds_to), ('hold_event', hold_events_to),
                           ('audit_log', lines_to)) AS t (name, up_to)
WHERE t.up_to IS NOT NULL`;

export async function readSealed(client: pg.Client, tenantId: number): Promise<ProvedUpTo> {
  const { rows } = await client.query<{ name: string; up_to: string }>(SEALED, [tenantId]);
  return new Map(rows.map(({ name, up_to }) => [name, up_to]));
}

type Sum = { readonly rows: string; readonly digest: string };

/**
 * Count and SHA-256 of all rows of a tenant in a table, in any order: sorted digests of the rows, in buckets, so that
 * no value grows with the table. `record_send` gives the same bytes on every server.
 */
async function sumOf(client: pg.Client, table: string, tenantId: number, where: string): Promise<Sum> {
  const { rows } = await client.query<Sum>(
    `SELECT coalesce(sum(b.rows), 0)::text AS rows,
            encode(sha256(coalesce(string_agg(b.digest, '' ORDER BY b.bucket), '')), 'hex') AS digest
     FROM (SELECT r.bucket, count(*) AS rows, sha256(string_agg(r.digest, '' ORDER BY r.digest)) AS digest
           FROM (SELECT d.digest, substring(d.digest FOR 2) AS bucket
                 FROM (SELECT sha256(record_send(t)) AS digest FROM ${client.escapeIdentifier(table)} t
                       WHERE t.tenant_id = $1 ${where}) AS d) AS r
           GROUP BY r.bucket) AS b`,
    [tenantId],
  );
  if (!rows[0]) throw new Error('a sum is one row');
  return rows[0];
}

type Sides = { readonly source: pg.Client; readonly target: pg.Client; readonly tenantId: number };

/** Throws MoveError at the first table that differs. */
async function compare({ source, target, tenantId }: Sides, name: string, where: string): Promise<bigint> {
  const [here, there] = await Promise.all([sumOf(source, name, tenantId, where), sumOf(target, name, tenantId, where)]);
  if (here.rows !== there.rows || here.digest !== there.digest) {
    throw new MoveError(
      `${name} differs: ${here.rows} rows (${here.digest.slice(0, 16)}), there ${there.rows} (${there.digest.slice(0, 16)}).`,
    );
  }
  return BigInt(here.rows);
}

/** Compares sealed rows while the tenant is in use. */
export async function proveSealed(sides: Sides, upTo: ProvedUpTo): Promise<bigint> {
  let rows = 0n;
  for (const [name, id] of upTo) rows += await compare(sides, name, `AND t.id <= ${BigInt(id)}`);
  return rows;
}

const BALANCES = `
SELECT coalesce(sum(balance), 0)::text AS balance, coalesce(sum(held), 0)::text AS held,
       coalesce(sum(balance) FILTER (WHERE kind = 'cardholder'), 0)::text AS cardholders
FROM ledger_account WHERE tenant_id = $1`;
const TENANT = 'SELECT sha256(record_send(t)) AS digest FROM tenant t WHERE id = $1';

/**
 * Compares every table of a frozen tenant on both sides, except rows that were compared before, and checks that its
 * balances sum to zero. Throws MoveError.
 */
export async function proveAll(sides: Sides, proved: ProvedUpTo): Promise<Proof & { readonly cents: string }> {
  const { source, target, tenantId } = sides;
  const tables: readonly TenantTable[] = await tenantTables(source);
  let rows = 0n;
  for (const { name } of tables) {
    const from = proved.get(name);
    rows += await compare(sides, name, from === undefined ? '' : `AND t.id > ${BigInt(from)}`);
  }
  const balances = await both<{ balance: string; held: string; cardholders: string }>(sides, BALANCES);
  if (balances[0]?.balance !== '0') throw new MoveError(`The balances do not add up: ${balances[0]?.balance}.`);
  if (JSON.stringify(balances[0]) !== JSON.stringify(balances[1])) throw new MoveError('The sums of balances differ.');
  const [here, there] = await both<{ digest: Buffer }>({ source, target, tenantId }, TENANT);
  if (!here || !there?.digest.equals(here.digest)) throw new MoveError('The row of the tenant differs.');
  return { tables: tables.length, rows, cents: balances[0].cardholders };
}

async function both<Row extends pg.QueryResultRow>(
  { source, target, tenantId }: Sides,
  sql: string,
): Promise<[Row | undefined, Row | undefined]> {
  const [here, there] = await Promise.all([source.query<Row>(sql, [tenantId]), target.query<Row>(sql, [tenantId])]);
  return [here.rows[0], there.rows[0]];
}
