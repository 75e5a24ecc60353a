import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { contentOf, SEAL_FORMAT } from './seal-content.ts';
import type { SealedPart } from './seal-content.ts';
import { timestamp } from './write.ts';

/** What a seal says of the rows that it covers; its hash is made of it and of the hash before. */
export type Seal = Readonly<Record<SealedPart, number>> & {
  readonly tenant_id: number;
  readonly seq: bigint;
  readonly transfers_to: bigint;
  readonly holds_to: bigint;
  readonly hold_events_to: bigint;
  /** `2026-11-20T05:04:03.123Z` */
  readonly sealed_at: string;
  readonly format: number;
  readonly content: Buffer;
};

/** The first seal of a tenant covers every id from the smallest on, ids that no sequence draws too. */
export const BEFORE_ALL = -(2n ** 63n);

/** What the first seal of a tenant follows. */
export const FIRST_PREVIOUS: Buffer = Buffer.alloc(32);

/** What is hashed under the key: the previous hash, the seal as a JSON array, the digests of its rows. */
export function sealedBytes(previous: Buffer, seal: Seal): Buffer {
  const facts = [
    seal.tenant_id,
    String(seal.seq),
    String(seal.transfers_to),
    String(seal.holds_to),
    String(seal.hold_events_to),
    seal.sealed_at,
    seal.transfers,
    seal.entries,
    seal.holds,
    seal.hold_events,
    seal.format,
  ];
  return Buffer.concat([previous, Buffer.from(JSON.stringify(facts)), seal.content]);
}

export type SealerContext = {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'ledgerSeal'>;
  readonly security: Clock;
};

/** A seal covers at most so many rows of a kind: a finding of verify is no wider than that. */
const MOST_ROWS = 1_000;
/** One sealer at a time on a database, whichever server it runs in. */
const SEAL_LOCK = 0x6c_73_65_61;

/**
 * Chains what has committed and cannot be joined by a lower id any more, as far as it was noted,
 * and notes how far it sees now. Answers how many seals it made; 0 also where another server is at it.
 */
export async function sealLedger(ctx: SealerContext): Promise<number> {
  const tenants = await ctx.database.readShared((tx) => tx.query<{ id: number }>('SELECT id FROM tenant ORDER BY id'));
  let made = 0;
  for (const { id } of tenants) {
    made += await sealReached(ctx, id);
    // Where nothing else runs, what is noted can be sealed at once.
    if (await ctx.database.transact(id, (tx) => note(tx, ctx, id))) made += await sealReached(ctx, id);
  }
  return made;
}

async function sealReached(ctx: SealerContext, tenantId: number): Promise<number> {
  let made = 0;
  while (await ctx.database.transact(tenantId, (tx) => sealNext(tx, ctx, tenantId))) made += 1;
  return made;
}

const XMIN = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
const XMAX = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint';

type UpTo = Readonly<Record<'transfers_to' | 'holds_to' | 'hold_events_to', bigint>>;

const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock($1) AS got';

async function isAlone(tx: Tx): Promise<boolean> {
  return (await tx.first<{ got: boolean }>(TRY_LOCK, [SEAL_LOCK]))?.got ?? false;
}

const LAST = `
SELECT seq, transfers_to, holds_to, hold_events_to, hash FROM ledger_seal
WHERE tenant_id = $1 ORDER BY seq DESC LIMIT 1`;

/**
 * How far the ledger goes now, unless all of that is sealed, or what was noted before waits still.
 * A transaction that writes to the ledger locks accounts first, and with that has its id before it
 * draws one for a row: whoever may still commit a row below these is older than `before_xid`.
 */
const NOTE = `
INSERT INTO ledger_seal_mark AS mark (tenant_id, transfers_to, holds_to, hold_events_to, before_xid, noted_at)
SELECT $1, seen.transfers_to, seen.holds_to, seen.hold_events_to, ${XMAX}, $2::timestamptz
FROM (SELECT coalesce((SELECT max(id) FROM transfer WHERE tenant_id = $1), 0) AS transfers_to,
             coalesce((SELECT max(id) FROM hold WHERE tenant_id = $1), 0) AS holds_to,
             coalesce((SELECT max(id) FROM hold_event WHERE tenant_id = $1), 0) AS hold_events_to) AS seen
LEFT JOIN (${LAST}) AS sealed ON true
WHERE seen.transfers_to > coalesce(sealed.transfers_to, 0) OR seen.holds_to > coalesce(sealed.holds_to, 0)
   OR seen.hold_events_to > coalesce(sealed.hold_events_to, 0)
ON CONFLICT (tenant_id) DO UPDATE
SET transfers_to = excluded.transfers_to, holds_to = excluded.holds_to, hold_events_to = excluded.hold_events_to,
    before_xid = excluded.before_xid, noted_at = excluded.noted_at
-- One that lies ahead is of another cluster, from which this database was copied.
WHERE mark.before_xid <= ${XMIN} OR mark.before_xid > ${XMAX}`;

async function note(tx: Tx, { security }: SealerContext, tenantId: number): Promise<boolean> {
  if (!(await isAlone(tx))) return false;
  return (await tx.run(NOTE, [tenantId, timestamp(security.now())])) > 0;
}

/** Undefined while a transaction runs that may still commit an id below the mark. */
const REACHED = `
SELECT transfers_to, holds_to, hold_events_to FROM ledger_seal_mark WHERE tenant_id = $1 AND before_xid <= ${XMIN}`;

/** The last id of a full seal, or how far it was noted where fewer rows are left. */
const NEXT = `
SELECT coalesce(${lastOfFull('transfer', '$2', '$3')}, $3) AS transfers_to,
       coalesce(${lastOfFull('hold', '$4', '$5')}, $5) AS holds_to,
       coalesce(${lastOfFull('hold_event', '$6', '$7')}, $7) AS hold_events_to`;

function lastOfFull(table: 'transfer' | 'hold' | 'hold_event', from: string, to: string): string {
  return `(SELECT max(id) FROM (
    SELECT id FROM ${table} WHERE tenant_id = $1 AND id > ${from}::bigint AND id <= ${to}::bigint
    ORDER BY id LIMIT ${MOST_ROWS}) AS r HAVING count(*) = ${MOST_ROWS})`;
}

const CONTENT = contentOf({
  tenantId: '$1',
  transfers: { from: '$2', to: '$3' },
  holds: { from: '$4', to: '$5' },
  holdEvents: { from: '$6', to: '$7' },
});

const WRITE = `
INSERT INTO ledger_seal (tenant_id, seq, transfers_to, holds_to, hold_events_to, sealed_at,
  transfers, entries, holds, hold_events, format, content, key_version, hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

type Last = UpTo & { readonly seq: bigint; readonly hash: Buffer };

const NOTHING: Last = {
  seq: 0n,
  transfers_to: BEFORE_ALL,
  holds_to: BEFORE_ALL,
  hold_events_to: BEFORE_ALL,
  hash: FIRST_PREVIOUS,
};

/** Where sealed rows were removed, the table ends before the last seal does. */
function neverBack(last: UpTo, mark: UpTo): UpTo {
  const later = (one: bigint, other: bigint) => (one > other ? one : other);
  return {
    transfers_to: later(last.transfers_to, mark.transfers_to),
    holds_to: later(last.holds_to, mark.holds_to),
    hold_events_to: later(last.hold_events_to, mark.hold_events_to),
  };
}

async function sealNext(tx: Tx, { secrets, security }: SealerContext, tenantId: number): Promise<boolean> {
  if (!(await isAlone(tx))) return false;
  const mark = await tx.first<UpTo>(REACHED, [tenantId]);
  if (!mark) return false;
  const last = (await tx.first<Last>(LAST, [tenantId])) ?? NOTHING;
  const between = (to: UpTo) => [
    tenantId,
    last.transfers_to,
    to.transfers_to,
    last.holds_to,
    to.holds_to,
    last.hold_events_to,
    to.hold_events_to,
  ];
  const upTo = await tx.first<UpTo>(NEXT, between(neverBack(last, mark)));
  if (!upTo) throw new Error('no row of how far to seal');
  const found = await tx.first<Record<SealedPart, number> & { content: Buffer }>(CONTENT, between(upTo));
  if (!found || found.transfers + found.entries + found.holds + found.hold_events === 0) return false;
  const seal: Seal = {
    ...found,
    ...upTo,
    tenant_id: tenantId,
    seq: last.seq + 1n,
    sealed_at: timestamp(security.now()),
    format: SEAL_FORMAT,
  };
  const { hash, keyVersion } = secrets.ledgerSeal(sealedBytes(last.hash, seal));
  await tx.run(WRITE, [
    tenantId,
    seal.seq,
    seal.transfers_to,
    seal.holds_to,
    seal.hold_events_to,
    seal.sealed_at,
    seal.transfers,
    seal.entries,
    seal.holds,
    seal.hold_events,
    seal.format,
    seal.content,
    keyVersion,
    hash,
  ]);
  return true;
}
