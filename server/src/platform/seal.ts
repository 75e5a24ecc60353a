import { BEFORE_ALL, contentOf, FIRST_PREVIOUS, sealedBytes } from './chain.ts';
import type { Chain, Seal } from './chain.ts';
import type { Clock } from './clock.ts';
import type { Database, Tx } from './database.ts';
import type { Secrets } from './secrets.ts';

export type SealerContext = {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly security: Clock;
};

/** A seal covers at most so many rows of a range: a finding of verify is no wider than that. */
const MOST_ROWS = 1_000;

/**
 * Seals what has committed and cannot be joined by a lower id any more, as far as it was noted, and
 * notes how far it sees now. Answers how many seals it made; 0 also where another server is at it.
 */
export async function extendChain(ctx: SealerContext, chain: Chain): Promise<number> {
  const tenants = await ctx.database.readShared((tx) => tx.query<{ id: number }>('SELECT id FROM tenant ORDER BY id'));
  let made = 0;
  for (const { id } of tenants) {
    made += await sealReached(ctx, chain, id);
    // Where nothing else runs, what is noted can be sealed at once.
    if (await ctx.database.transact(id, (tx) => note(tx, ctx, chain, id))) made += await sealReached(ctx, chain, id);
  }
  return made;
}

async function sealReached(ctx: SealerContext, chain: Chain, tenantId: number): Promise<number> {
  let made = 0;
  while (await ctx.database.transact(tenantId, (tx) => sealNext(tx, ctx, chain, tenantId))) made += 1;
  return made;
}

const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock($1) AS got';

async function isAlone(tx: Tx, { lock }: Chain): Promise<boolean> {
  return (await tx.first<{ got: boolean }>(TRY_LOCK, [lock]))?.got ?? false;
}

const XMIN = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
const XMAX = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint';

const columnsTo = ({ ranges }: Chain) => ranges.map(({ name }) => `${name}_to`);
const arrayTo = (chain: Chain) => `ARRAY[${columnsTo(chain).join(', ')}]`;

type Last = { readonly seq: bigint; readonly upTo: readonly bigint[]; readonly hash: Buffer };

async function lastSeal(tx: Tx, chain: Chain, tenantId: number): Promise<Last> {
  const last = await tx.first<Omit<Last, 'upTo'> & { up_to: readonly unknown[] }>(
    `SELECT seq, ${arrayTo(chain)} AS up_to, hash FROM ${chain.seals} WHERE tenant_id = $1 ORDER BY seq DESC LIMIT 1`,
    [tenantId],
  );
  if (!last) return { seq: 0n, upTo: chain.ranges.map(() => BEFORE_ALL), hash: FIRST_PREVIOUS };
  return { seq: last.seq, upTo: last.up_to.map(toBigint), hash: last.hash };
}

/** The driver gives the elements of an array of bigint as text. */
function toBigint(value: unknown): bigint {
  return BigInt(String(value));
}

/**
 * Notes how far the rows go, unless all of that is sealed, or what was noted before waits still.
 *
 * The transaction's own id, drawn only after the highest ids were read, is above that of everybody
 * who may still commit a row below them: who inserts has its transaction's id before it draws one
 * for the row. The end of a snapshot would not do, since a transaction under way may lie beyond it.
 */
async function note(tx: Tx, { security }: SealerContext, chain: Chain, tenantId: number): Promise<boolean> {
  if (!(await isAlone(tx, chain))) return false;
  const waits = await tx.first(
    // One that lies ahead is of another cluster, from which this database was copied.
    `SELECT FROM ${chain.seals}_mark WHERE tenant_id = $1 AND before_xid > ${XMIN} AND before_xid <= ${XMAX}`,
    [tenantId],
  );
  if (waits) return false;
  const last = await lastSeal(tx, chain, tenantId);
  const highest = chain.ranges.map(
    ({ table }, n) => `(SELECT max(id) FROM ${table} WHERE tenant_id = $1 AND id > $${n + 2}::bigint)`,
  );
  const seen = await tx.first<{ ids: readonly (string | null)[] }>(`SELECT ARRAY[${highest.join(', ')}] AS ids`, [
    tenantId,
    ...last.upTo,
  ]);
  if (!seen?.ids.some((id) => id !== null)) return false;
  const upTo = seen.ids.map((id, n) => (id === null ? later(last.upTo[n] ?? 0n, 0n) : toBigint(id)));
  await tx.run(
    `INSERT INTO ${chain.seals}_mark (tenant_id, noted_at, ${columnsTo(chain).join(', ')}, before_xid)
     VALUES ($1, $2::timestamptz, ${chain.ranges.map((_range, n) => `$${n + 3}`).join(', ')}, pg_current_xact_id()::text::bigint)
     ON CONFLICT (tenant_id) DO UPDATE
     SET ${[...columnsTo(chain), 'noted_at', 'before_xid'].map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [tenantId, timestamp(security), ...upTo],
  );
  return true;
}

function later(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function timestamp(security: Clock): string {
  return new Date(security.now()).toISOString();
}

async function sealNext(
  tx: Tx,
  { secrets, security }: SealerContext,
  chain: Chain,
  tenantId: number,
): Promise<boolean> {
  if (!(await isAlone(tx, chain))) return false;
  // None while a transaction runs that may still commit an id below the mark.
  const mark = await tx.first<{ up_to: readonly unknown[] }>(
    `SELECT ${arrayTo(chain)} AS up_to FROM ${chain.seals}_mark WHERE tenant_id = $1 AND before_xid <= ${XMIN}`,
    [tenantId],
  );
  if (!mark) return false;
  const last = await lastSeal(tx, chain, tenantId);
  // Where sealed rows were removed, the table ends before the last seal does.
  const marked = mark.up_to.map((id, n) => later(toBigint(id), last.upTo[n] ?? 0n));
  const upTo = await endOfNext(tx, chain, { tenantId, from: last.upTo, to: marked });
  const found = await tx.first<Pick<Seal, 'counts' | 'content'>>(
    contentOf(chain, '$1', (name) => {
      const n = chain.ranges.findIndex((range) => range.name === name);
      return { from: `$${2 * n + 2}`, to: `$${2 * n + 3}` };
    }),
    [tenantId, ...pairs(last.upTo, upTo)],
  );
  if (!found?.counts.some((count) => count > 0)) return false;
  const { format } = chain;
  const seal: Seal = { ...found, tenantId, upTo, seq: last.seq + 1n, sealedAt: timestamp(security), format };
  await write(tx, chain, seal, secrets.seal(sealedBytes(last.hash, seal)));
  return true;
}

type Span = { readonly tenantId: number; readonly from: readonly bigint[]; readonly to: readonly bigint[] };

const pairs = (from: readonly bigint[], to: readonly bigint[]) => from.flatMap((id, n) => [id, to[n] ?? id]);

/** The last id of a full seal, or how far it was noted where fewer rows are left. */
async function endOfNext(tx: Tx, chain: Chain, { tenantId, from, to }: Span): Promise<bigint[]> {
  const ends = chain.ranges.map(({ table }, n) => {
    const [above, last] = [`$${2 * n + 2}::bigint`, `$${2 * n + 3}::bigint`];
    return `coalesce((SELECT id FROM ${table} WHERE tenant_id = $1 AND id > ${above} AND id <= ${last}
      ORDER BY id OFFSET ${MOST_ROWS - 1} LIMIT 1), ${last})`;
  });
  const row = await tx.first<{ ends: readonly unknown[] }>(`SELECT ARRAY[${ends.join(', ')}] AS ends`, [
    tenantId,
    ...pairs(from, to),
  ]);
  if (!row) throw new Error('no row of how far to seal');
  return row.ends.map(toBigint);
}

async function write(tx: Tx, chain: Chain, seal: Seal, made: ReturnType<Secrets['seal']>): Promise<void> {
  const values: Readonly<Record<string, unknown>> = {
    tenant_id: seal.tenantId,
    seq: seal.seq,
    ...Object.fromEntries(columnsTo(chain).map((column, n) => [column, seal.upTo[n]])),
    sealed_at: seal.sealedAt,
    ...Object.fromEntries(chain.parts.map(({ name }, n) => [name, seal.counts[n]])),
    format: seal.format,
    content: seal.content,
    key_version: made.keyVersion,
    hash: made.hash,
  };
  const places = Object.keys(values).map((_column, n) => `$${n + 1}`);
  await tx.run(
    `INSERT INTO ${chain.seals} (${Object.keys(values).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(values),
  );
}
