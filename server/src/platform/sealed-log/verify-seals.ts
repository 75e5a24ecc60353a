import { BEFORE_ALL, contentOf, FIRST_PREVIOUS, IDS_A_YEAR, sealedBytes } from './chain.ts';
import type { Chain, Seal } from './chain.ts';
import { deletableFrom } from '../time/retention.domain.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { openFindings, stream } from './verify-steps.ts';
import type { Finding, Found, OwnerConnection, Step } from './verify-steps.ts';

/** The end of a tenant's chain. Recorded externally, it shows whether the chain was truncated or rebuilt. */
export type ChainEnd = {
  readonly chain: Chain;
  readonly tenantId: number;
  readonly seq: bigint;
  readonly hash: string;
  /** Number of rows of the first part that the chain covers. */
  readonly rows: number;
  /** Number of them that were dropped with their year. */
  readonly letGo: number;
};

/** Without the key, the sealed contents are compared but the chain's hashes are not. */
type SealCheck = Secrets['seal'] | undefined;

export type ChainLook = {
  readonly rule: string;
  readonly check: SealCheck;
  readonly onEnd: (end: ChainEnd) => void;
  /** Called with the hash of each seal. */
  readonly onSeal?: (hash: string) => void;
  /** Tenant to verify; undefined: all of them. */
  readonly tenantId?: number;
};

function ofTenant(tenantId: number | undefined): string {
  return tenantId === undefined ? '' : `WHERE tenant_id = ${tenantId}`;
}

const SEALS_A_FETCH = 50;
/** The sealer runs every few seconds. */
const LAG_LIMIT = '5 minutes';

function sealsOf(chain: Chain, tenantId: number | undefined): string {
  const names = chain.ranges.map(({ name }) => name);
  const followed = names.map((name) => `lag(${name}_to, 1, ${BEFORE_ALL}) OVER chain AS ${name}_from`);
  const found = contentOf(chain, 's.tenant_id', (name) => ({ from: `s.${name}_from`, to: `s.${name}_to` }));
  return `
SELECT s.tenant_id, s.seq::text, s.format, s.content, s.key_version, s.hash,
       ARRAY[${names.map((name) => `s.${name}_from`).join(', ')}]::text[] AS from_ids,
       ARRAY[${names.map((name) => `s.${name}_to`).join(', ')}]::text[] AS to_ids,
       ARRAY[${chain.parts.map(({ name }) => `s.${name}`).join(', ')}] AS counts,
       to_char(s.sealed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS sealed_at,
       found.counts AS found_counts, found.content AS found_content
FROM (SELECT *, ${followed.join(', ')} FROM ${chain.seals} ${ofTenant(tenantId)} WINDOW chain AS (PARTITION BY tenant_id ORDER BY seq)) AS s
CROSS JOIN LATERAL (${found}) AS found
ORDER BY s.tenant_id, s.seq`;
}

/**
 * Verifies every tenant's chain from its first seal and compares the sealed rows with the current rows. Calls
 * `onEnd` with the end of each chain.
 */
export function chainStep(chain: Chain, { rule, check, onEnd, onSeal = () => {}, tenantId }: ChainLook): Step {
  return {
    rule,
    async run(connection, onPart) {
      const found = openFindings();
      const total = Number(
        (await connection.query(`SELECT count(*) AS n FROM ${chain.seals} ${ofTenant(tenantId)}`)).rows[0]?.['n'],
      );
      const isLetGo = await readYearsLetGo(connection, chain);
      let done = 0;
      let end: ChainEnd | undefined;
      let previous = FIRST_PREVIOUS;
      let expected = 1n;
      await stream(connection, sealsOf(chain, tenantId), SEALS_A_FETCH, (row) => {
        const seal = toSeal(row);
        if (end && seal.tenantId !== end.tenantId) {
          onEnd(end);
          end = undefined;
          [previous, expected] = [FIRST_PREVIOUS, 1n];
        }
        const where = `tenant ${seal.tenantId}, seal ${seal.seq}`;
        const broken = chainFault(seal, { previous, expected, check, format: chain.format });
        onSeal(seal.hash.toString('hex'));
        if (broken !== undefined) found.add({ invariant: chain.invariants.seal, where, detail: broken });
        else if (!isLetGo(seal))
          for (const fault of contentFaults(chain, seal)) found.add({ ...fault, where: `${where}, ${fault.where}` });
        previous = seal.hash;
        expected = seal.seq + 1n;
        const rows = (end?.rows ?? 0) + (seal.counts[0] ?? 0);
        const letGo = (end?.letGo ?? 0) + (isLetGo(seal) ? (seal.counts[0] ?? 0) : 0);
        end = { chain, tenantId: seal.tenantId, seq: seal.seq, hash: seal.hash.toString('hex'), rows, letGo };
        done += 1;
        onPart(done / total);
      });
      if (end) onEnd(end);
      return found;
    },
  };
}

/**
 * Whether the rows of a seal were dropped with their year: the partition is missing, and the chain itself proves by the
 * time of its newest seal that the year may be dropped. A missing younger year is a fault.
 */
async function readYearsLetGo(connection: OwnerConnection, { seals, ranges }: Chain): Promise<(seal: Seal) => boolean> {
  const [range] = ranges;
  if (range?.isByYear !== true) return () => false;
  const { table } = range;
  const parts = await connection.query(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = '${table}'::regclass AND NOT inhdetachpending`,
  );
  const there = new Set(parts.rows.map(({ name }) => String(name)));
  const newest = await connection.query(`SELECT max(sealed_at) AS at FROM ${seals}`);
  const newestMs = new Date(newest.rows[0]?.['at'] as string | Date | number).getTime();
  return ({ upTo: [upTo = 0n] }) => {
    const year = Number(upTo / IDS_A_YEAR);
    return year >= FIRST_YEAR && newestMs >= deletableFrom(year) && !there.has(`${table}_${year}`);
  };
}

/** Lower ids are from before the partitions. */
const FIRST_YEAR = 2_000;

type StoredSeal = Seal & {
  readonly hash: Buffer;
  readonly keyVersion: number;
  readonly from: readonly bigint[];
  readonly foundCounts: readonly number[];
  readonly foundContent: Buffer;
};

function toSeal(row: Record<string, unknown>): StoredSeal {
  const bigints = (name: string) => (row[name] as readonly string[]).map(BigInt);
  return {
    tenantId: row['tenant_id'] as number,
    seq: BigInt(row['seq'] as string),
    from: bigints('from_ids'),
    upTo: bigints('to_ids'),
    sealedAt: row['sealed_at'] as string,
    counts: row['counts'] as number[],
    format: row['format'] as number,
    content: row['content'] as Buffer,
    keyVersion: row['key_version'] as number,
    hash: row['hash'] as Buffer,
    foundCounts: row['found_counts'] as number[],
    foundContent: row['found_content'] as Buffer,
  };
}

function chainFault(
  seal: StoredSeal,
  { previous, expected, check, format }: { previous: Buffer; expected: bigint; check: SealCheck; format: number },
): string | undefined {
  if (seal.seq !== expected) return `follows a gap, ${expected} is missing`;
  if (seal.format !== format) return `has format ${seal.format}, which this version does not know`;
  if (!check) return undefined;
  try {
    const { hash } = check(sealedBytes(previous, seal), seal.keyVersion);
    return hash.equals(seal.hash) ? undefined : 'was changed, or does not follow the one before it, or has another key';
  } catch {
    return `was made with version ${seal.keyVersion} of the key, which is not here`;
  }
}

const DIGEST_BYTES = 32;

function contentFaults({ parts, ranges, invariants }: Chain, seal: StoredSeal): Finding[] {
  return parts.flatMap(({ name, range }, index) => {
    const words = name.replace('_', ' ');
    const [sealed = 0, count = 0] = [seal.counts[index], seal.foundCounts[index]];
    const bytes = (content: Buffer) => content.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
    if (count === sealed && bytes(seal.foundContent).equals(bytes(seal.content))) return [];
    const by = ranges.findIndex((one) => one.name === range);
    const [from = 0n, to = 0n] = [seal.from[by], seal.upTo[by]];
    const where = `${range.replace('_', ' ')} after ${from === BEFORE_ALL ? 0n : from} up to ${to}`;
    const detail =
      count === sealed
        ? `${words} were changed after they had been sealed`
        : `${sealed} ${words} were sealed, ${count} are there`;
    return [{ invariant: count > sealed ? invariants.added : invariants.content, where, detail }];
  });
}

/** The sealer's backlog: unsealed rows of the chain's first range. */
export type SealLag = { readonly waiting: bigint; readonly found: Found };

/**
 * The order of writes is determined by transaction ids (xmin), since ledger rows have only business time.
 * After a restore all rows have the same transaction id, so the check finds nothing.
 */
function lagOf({ seals, ranges }: Chain): string {
  const waiting = ranges.map(
    ({ name, table }, n) => `
  SELECT ${n} AS place, '${name}' AS name, count(*) AS rows, max(age(r.xmin)) AS oldest FROM ${table} r
  WHERE r.tenant_id = t.id
    AND r.id > (SELECT coalesce(max(${name}_to), ${BEFORE_ALL}) FROM ${seals} WHERE tenant_id = t.id)`,
  );
  return `
SELECT t.id AS tenant_id, waiting.place, waiting.name, waiting.rows,
       to_char(line.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS line_at,
       coalesce(line.age < waiting.oldest, false) AS is_late
FROM tenant t
LEFT JOIN LATERAL (
  SELECT a.at, age(a.xmin) AS age FROM audit_log a
  WHERE a.tenant_id = t.id
    AND a.at < (SELECT max(at) FROM audit_log WHERE tenant_id = t.id) - interval '${LAG_LIMIT}'
  ORDER BY a.id DESC LIMIT 1
) AS line ON true
CROSS JOIN LATERAL (${waiting.join(' UNION ALL ')}) AS waiting
WHERE t.id NOT IN (SELECT tenant_id FROM tenant_away)
ORDER BY t.id, waiting.place`;
}

/** A finding if unsealed rows precede an audit line that is minutes older than the newest one. */
export async function readSealLag(connection: OwnerConnection, chain: Chain): Promise<SealLag> {
  const found = openFindings();
  let waiting = 0n;
  for (const row of (await connection.query(lagOf(chain))).rows) {
    if (row['place'] === 0) waiting += BigInt(String(row['rows']));
    if (row['is_late'] !== true) continue;
    const words = String(row['name']).replace('_', ' ');
    const detail = `${String(row['rows'])} ${words} wait for their seal since before ${String(row['line_at'])}`;
    found.add({ invariant: chain.invariants.lag, where: `tenant ${String(row['tenant_id'])}`, detail });
  }
  return { waiting, found };
}
