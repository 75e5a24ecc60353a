import { BEFORE_ALL, type Chain, contentOf, FIRST_PREVIOUS, IDS_A_YEAR, type Seal, sealedBytes } from './chain.ts';
import type { Clock } from '../time/clock.ts';
import type { Database, Tx } from '../database/database.ts';
import { NEXT_XID, OLDEST_OPEN_XID, OWN_XID } from '../database/id-marks.ts';
import type { Secrets } from '../secrets/secrets.ts';

export type SealerContext = {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly security: Clock;
};

/** Maximum rows of a range per seal, which limits the size of a finding of verify. */
export const SEALED_AT_ONCE = 1_000;

/** Tenants in another cell are sealed there. */
const TENANTS = 'SELECT id FROM tenant WHERE id NOT IN (SELECT tenant_id FROM tenant_away) ORDER BY id';

/**
 * Seals the committed rows up to the last mark, once no lower id can appear, and records a new mark. Returns
 * the number of seals made; 0 also if another server is sealing.
 */
export async function extendChain(ctx: SealerContext, chain: Chain): Promise<number> {
  const tenants = await ctx.database.readShared((tx) => tx.query<{ id: number }>(TENANTS));
  let made = 0;
  for (const { id } of tenants) {
    made += await sealReached(ctx, chain, id);
    // If no other transaction is open, the new mark can be sealed immediately.
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

/** Records the highest ids as a mark (id-marks.ts), unless they are all sealed or the previous mark is still pending. */
async function note(tx: Tx, { security }: SealerContext, chain: Chain, tenantId: number): Promise<boolean> {
  if (!(await isAlone(tx, chain))) return false;
  const waits = await tx.first(
    `SELECT FROM ${chain.seals}_mark WHERE tenant_id = $1 AND before_xid > ${OLDEST_OPEN_XID} AND before_xid <= ${NEXT_XID}`,
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
     VALUES ($1, $2::timestamptz, ${chain.ranges.map((_range, n) => `$${n + 3}`).join(', ')}, ${OWN_XID})
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
  // No row while a transaction is open that may still commit an id below the mark.
  const mark = await tx.first<{ up_to: readonly unknown[] }>(
    `SELECT ${arrayTo(chain)} AS up_to FROM ${chain.seals}_mark WHERE tenant_id = $1 AND before_xid <= ${OLDEST_OPEN_XID}`,
    [tenantId],
  );
  if (!mark) return false;
  const last = await lastSeal(tx, chain, tenantId);
  // If sealed rows were removed, the highest id is below the end of the last seal.
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

/** Last id of a full seal, of the partition of its first row, or of the mark if fewer rows are left. */
async function endOfNext(tx: Tx, chain: Chain, { tenantId, from, to }: Span): Promise<bigint[]> {
  const ends = chain.ranges.map(({ table, isByYear = false }, n) => {
    const [above, last] = [`$${2 * n + 2}::bigint`, `$${2 * n + 3}::bigint`];
    const rows = `SELECT id FROM ${table} WHERE tenant_id = $1 AND id > ${above} AND id <= ${last} ORDER BY id`;
    const end = `coalesce((${rows} OFFSET ${SEALED_AT_ONCE - 1} LIMIT 1), ${last})`;
    return isByYear ? `least(${end}, ((${rows} LIMIT 1) / ${IDS_A_YEAR} + 1) * ${IDS_A_YEAR} - 1)` : end;
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

export type SealLag = { readonly chain: string; readonly seconds: number };

/** How long rows of each chain have waited for their seal since the sealer noted them; 0 if none waits. */
export function readSealLags(tx: Tx, securityMs: number): Promise<SealLag[]> {
  return tx.query<SealLag>('SELECT chain, seconds FROM seal_lag($1)', [new Date(securityMs).toISOString()]);
}
