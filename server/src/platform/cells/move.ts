import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { inOne, jumpBehind, readSequences, notifyPlacesChanged } from './cells.ts';
import { type CellClient, type CellDatabases, connectTo, MoveError } from './connect.ts';
import { refuseUnfit } from './fitness.ts';
import { type Proof, proveAll, proveSealed, readSealed } from './proof.ts';
import {
  awaitCaughtUp,
  copyAndFollow,
  copyTenantRow,
  dropSlotsOfStandbys,
  identifyRows,
  isSubscribed,
  type Sides,
  stopFollowing,
  stopPublishing,
} from './replicate.ts';
import { deleteRows } from './tenant-tables.ts';
import type { OwnerConnection } from '../sealed-log/verify-steps.ts';

export type Step = 'prepare' | 'copy' | 'freeze' | 'switch' | 'clean';

export type MoveOptions = {
  readonly databases: CellDatabases;
  readonly tenantId: number;
  readonly to: string;
  readonly say: (line: string) => void;
  /** Verifies the tenant's chains at the target before the freeze; returns the fault, if any. */
  readonly faultOfChains: (target: OwnerConnection, tenantId: number) => Promise<string | undefined>;
  /** Called when a step was recorded, and with `proved` after the comparison. For tests that interrupt a move there. */
  readonly onStep?: (step: Step | 'proved') => void | Promise<void>;
  /** Real time. For tests at year-end. */
  readonly nowMs?: number;
  /** Maximum time without progress at the target. */
  readonly patienceMs?: number;
};

/** Duration without writes, and what was compared meanwhile. */
export type Moved = Proof & { readonly frozenMs: number };

const PATIENCE_MS = 60_000;
/** Maximum wait for transactions that began before a freeze; then they are terminated. */
const OPEN_TRANSACTIONS_MS = 5_000;
const LOOK_EVERY_MS = 5;
/** Advisory lock of the connection, so that one command at a time moves in a cell. */
const MOVE_LOCK = 0x6d_6f_76_65;
const EARLIER_COMMAND_MS = 3_000;

type Move = Sides &
  MoveOptions & {
    readonly from: string;
    readonly step: Step | undefined;
    /** Other cells that may know the tenant from earlier moves. */
    readonly others: readonly pg.Client[];
  };

/**
 * Moves a tenant to another cell, continuing from the last recorded step. Writes are blocked between freeze and switch.
 * The switch is one commit in the source database: from then on the source refuses the tenant permanently, and only
 * then the target accepts writes. Throws MoveError; `unfreeze` then lets the source continue.
 */
export async function moveTenant(options: MoveOptions): Promise<Moved | undefined> {
  return atBothEnds(options, async (move) => {
    if (!move) {
      options.say(`tenant ${options.tenantId} is at ${options.to}`);
      return undefined;
    }
    let moved: Moved | undefined;
    if (move.step !== 'switch' && move.step !== 'clean') {
      await prepare(move);
      await copy(move);
      moved = await freezeAndSwitch(move);
    }
    await open(move);
    await clean(move);
    move.say(`tenant ${move.tenantId} is at ${move.to}; ${move.from} keeps its rows until they are forgotten there`);
    return moved;
  });
}

/** Reverts a move before its switch. Throws MoveError after it. */
export async function takeBack(options: Omit<MoveOptions, 'faultOfChains'>): Promise<void> {
  await atBothEnds({ ...options, faultOfChains: async () => undefined }, async (move) => {
    if (move?.step === undefined)
      throw new MoveError(`Tenant ${options.tenantId} is not being moved to ${options.to}.`);
    if (move.step === 'switch' || move.step === 'clean')
      throw new MoveError(`Tenant ${options.tenantId} has been switched to ${options.to}: the move goes on, not back.`);
    await thaw(move);
    await stopFollowing(move);
    await stopPublishing(move);
    for (const line of await dropSlotsOfStandbys(move.source)) move.say(line);
    await inOne(move.target, async () => {
      await deleteRows(move.target, move.tenantId);
      await move.target.query("UPDATE tenant_place SET state = 'gone' WHERE tenant_id = $1 AND state = 'arriving'", [
        move.tenantId,
      ]);
    });
    await notifyPlacesChanged(move.target);
    await identifyRows(move.source, 'DEFAULT');
    await move.source.query('DELETE FROM tenant_move WHERE tenant_id = $1', [move.tenantId]);
    move.say(`tenant ${move.tenantId} stays at ${move.from}; nothing of it is left at ${move.to}`);
  });
}

/** Permits writes of a frozen tenant again, after a move that failed before its switch. */
export async function unfreeze(options: Omit<MoveOptions, 'faultOfChains'>): Promise<void> {
  await atBothEnds({ ...options, faultOfChains: async () => undefined }, async (move) => {
    if (move?.step === 'freeze') await thaw(move);
  });
}

/** Deletes the remaining data of a tenant that moved away from a cell. */
export async function forgetTenant(
  databases: CellDatabases,
  tenantId: number,
  at: string,
  say: (line: string) => void,
): Promise<void> {
  const client = await connectTo(at, databases);
  try {
    const place = await readPlace(client, tenantId);
    if (place?.state !== 'gone') throw new MoveError(`Tenant ${tenantId} has not gone from ${at}.`);
    const { rowCount } = await client.query('SELECT FROM tenant_move WHERE tenant_id = $1', [tenantId]);
    if (rowCount) throw new MoveError(`The move of tenant ${tenantId} has not ended: give it again.`);
    const there = await connectTo(place.cluster, databases);
    try {
      const known = await readPlace(there, tenantId);
      const isThere = known && BigInt(known.epoch) >= BigInt(place.epoch);
      if (!isThere) throw new MoveError(`${place.cluster} does not have tenant ${tenantId}: nothing is forgotten.`);
    } finally {
      await there.end();
    }
    const rows = await inOne(client, () => deleteRows(client, tenantId));
    say(`${rows} rows of tenant ${tenantId} are gone from ${at}`);
  } finally {
    await client.end();
  }
}

type Place = { readonly state: string; readonly cluster: string; readonly epoch: string };

async function readPlace(client: pg.Client, tenantId: number): Promise<Place | undefined> {
  const { rows } = await client.query<Place>(
    'SELECT state, cluster, epoch::text FROM tenant_place WHERE tenant_id = $1',
    [tenantId],
  );
  return rows[0];
}

/** Connects to source and target; undefined: the tenant is already at the target. */
async function atBothEnds<T>(options: MoveOptions, work: (move: Move | undefined) => Promise<T>): Promise<T> {
  const { databases, tenantId, to } = options;
  const open = new Map<string, CellClient>();
  try {
    for (const name of databases.keys()) open.set(name, await connectTo(name, databases));
    const target = open.get(to);
    if (!target) throw new MoveError(`WATTLE_CLUSTER_DATABASES names no cluster ${to}.`);
    const found = await findSource(open, tenantId);
    if (found.from === to) return await work(undefined);
    if (found.to !== undefined && found.to !== to)
      throw new MoveError(`Tenant ${tenantId} is being moved from ${found.from} to ${found.to}: end that first.`);
    const source = open.get(found.from);
    if (!source) throw new Error('a source is one of those that are open');
    for (const [name, client] of [
      [found.from, source],
      [to, target],
    ] as const) {
      if (!(await isOnlyCommand(client))) throw new MoveError(`Another command moves a tenant of ${name}.`);
    }
    const others = [...open.values()].filter((client) => client !== source && client !== target);
    const { rows } = await source.query<{ oid: number }>(
      'SELECT oid FROM pg_database WHERE datname = current_database()',
    );
    const name = `wattle_move_${rows[0]?.oid}_${tenantId}`;
    return await work({ ...options, source, target, from: found.from, step: found.step, others, name });
  } finally {
    await Promise.all([...open.values()].map((client) => client.end().catch(() => {})));
  }
}

/** PostgreSQL detects within a second that an earlier command was killed. */
async function isOnlyCommand(client: pg.Client): Promise<boolean> {
  for (const until = Date.now() + EARLIER_COMMAND_MS; ; ) {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [MOVE_LOCK]);
    if (rows[0]?.got === true) return true;
    if (Date.now() > until) return false;
    await pause(LOOK_EVERY_MS);
  }
}

type Found = { readonly from: string; readonly to: string | undefined; readonly step: Step | undefined };

async function findSource(open: ReadonlyMap<string, pg.Client>, tenantId: number): Promise<Found> {
  const having: string[] = [];
  for (const [name, client] of open) {
    const { rows } = await client.query<{ to_cluster: string; step: Step }>(
      'SELECT to_cluster, step FROM tenant_move WHERE tenant_id = $1',
      [tenantId],
    );
    if (rows[0]) return { from: name, to: rows[0].to_cluster, step: rows[0].step };
    const { rowCount } = await client.query('SELECT FROM tenant WHERE id = $1', [tenantId]);
    const place = await readPlace(client, tenantId);
    if (rowCount && (place === undefined || place.state === 'here')) having.push(name);
  }
  const [from, ...more] = having;
  if (from === undefined) throw new MoveError(`No cluster has tenant ${tenantId}.`);
  if (more.length > 0)
    throw new MoveError(
      `Tenant ${tenantId} is at ${having.join(' and ')}: one of them was restored. Nothing was done.`,
    );
  return { from, to: undefined, step: undefined };
}

async function note({ source, tenantId, onStep = () => {} }: Move, step: Step): Promise<void> {
  await source.query('UPDATE tenant_move SET step = $2 WHERE tenant_id = $1', [tenantId, step]);
  await onStep(step);
}

async function prepare(move: Move): Promise<void> {
  const { source, target, tenantId, from, to, say } = move;
  // On a retry, the target was checked before and has rows already.
  if (move.step === undefined || (move.step === 'prepare' && !(await isSubscribed(move)))) {
    if (move.step === undefined) await refuseUnfit({ ...move, nowMs: move.nowMs ?? Date.now() });
    await source.query(
      `INSERT INTO tenant_move (tenant_id, to_cluster, step, begun_at) VALUES ($1, $2, 'prepare', clock_timestamp())
       ON CONFLICT (tenant_id) DO NOTHING`,
      [tenantId, to],
    );
    await move.onStep?.('prepare');
    say(`preparing: tenant ${tenantId} from ${from} to ${to}`);
    await source.query(
      `INSERT INTO tenant_place (tenant_id, state, cluster, epoch) VALUES ($1, 'here', $2, 1) ON CONFLICT DO NOTHING`,
      [tenantId, from],
    );
    await target.query(
      `INSERT INTO tenant_place (tenant_id, state, cluster, epoch) VALUES ($1, 'arriving', $2, $3)
       ON CONFLICT (tenant_id) DO UPDATE SET state = 'arriving', cluster = excluded.cluster, epoch = excluded.epoch`,
      [tenantId, from, (await readPlace(source, tenantId))?.epoch ?? '1'],
    );
    await notifyPlacesChanged(target);
    await identifyRows(source, 'FULL');
    await note(move, 'copy');
  } else if (move.step === 'freeze') {
    // The results of comparing sealed rows are lost, so the freeze starts again and stays short.
    await thaw(move);
  }
}

async function copy(move: Move): Promise<void> {
  const { tenantId, say } = move;
  if (!(await isSubscribed(move))) {
    await copyTenantRow(move);
    let reported = 0;
    const rows = await copyAndFollow(move, (done, of) => {
      const tenth = Math.floor((done * 10) / of);
      if (tenth > reported) say(`copying: ${done} of ${of} tables`);
      reported = tenth;
    });
    say(`copied: ${rows} rows of tenant ${tenantId}`);
  }
  await awaitCaughtUp(move, move.patienceMs ?? PATIENCE_MS);
  const fault = await move.faultOfChains(move.target, tenantId);
  if (fault !== undefined) throw new MoveError(`A chain does not hold at the target: ${fault}`);
  say('the chains hold at the target');
  await move.onStep?.('copy');
}

async function freezeAndSwitch(move: Move): Promise<Moved> {
  const { source, target, tenantId, say, to } = move;
  const patienceMs = move.patienceMs ?? PATIENCE_MS;
  const sealed = await readSealed(source, tenantId);
  await awaitCaughtUp(move, patienceMs);
  const sealedRows = await proveSealed(move, sealed);
  say(`compared before the freeze: ${sealedRows} sealed rows`);
  await awaitCaughtUp(move, patienceMs);

  const frozenAt = performance.now();
  await inOne(source, async () => {
    await source.query("UPDATE tenant_place SET state = 'frozen' WHERE tenant_id = $1 AND state = 'here'", [tenantId]);
    await source.query("UPDATE tenant_move SET step = 'freeze' WHERE tenant_id = $1", [tenantId]);
  });
  await notifyPlacesChanged(source);
  await move.onStep?.('freeze');
  await endOpenTransactions(source);
  await awaitCaughtUp(move, patienceMs);
  await copyTenantRow(move);
  await jumpBehind(target, await readSequences(source));
  const proof = await proveAll(move, sealed);
  say(
    `proved: ${proof.tables} tables, ${proof.rows + sealedRows} rows, cardholders have ${proof.cents} cents on both sides`,
  );
  await move.onStep?.('proved');
  const { rows } = await source.query<{ brands: string[]; hosts: string[] }>(
    `SELECT coalesce(array_agg(identifier), '{}') AS brands,
            coalesce(array_agg(substring(settings->>'BrandUrl' FROM '^https?://([^/:]+)')), '{}') AS hosts
       FROM brand WHERE tenant_id = $1`,
    [tenantId],
  );
  // The deciding commit. Like every commit, it waits for the standby of a cluster that has one.
  await inOne(source, async () => {
    const { rowCount } = await source.query(
      `UPDATE tenant_place SET state = 'gone', cluster = $2, epoch = epoch + 1, brands = $3, hosts = $4
        WHERE tenant_id = $1 AND state = 'frozen'`,
      [tenantId, to, rows[0]?.brands, rows[0]?.hosts],
    );
    if (rowCount !== 1) throw new MoveError('The tenant is not frozen any more: somebody has let it go on.');
    await source.query("UPDATE tenant_move SET step = 'switch' WHERE tenant_id = $1", [tenantId]);
  });
  await move.onStep?.('switch');
  await open(move);
  const frozenMs = performance.now() - frozenAt;
  say(`switched: writes waited ${(frozenMs / 1000).toFixed(2)} s`);
  return { tables: proof.tables, rows: proof.rows + sealedRows, frozenMs };
}

/** Activates the tenant at the target. */
async function open(move: Move): Promise<void> {
  const { source, target, tenantId, to } = move;
  const place = await readPlace(source, tenantId);
  if (place?.state !== 'gone' || place.cluster !== to) throw new MoveError(`The tenant has not gone to ${to}.`);
  await target.query(
    "UPDATE tenant_place SET state = 'here', cluster = $2, epoch = $3 WHERE tenant_id = $1 AND state = 'arriving'",
    [tenantId, to, place.epoch],
  );
  for (const other of move.others) {
    await other.query("UPDATE tenant_place SET cluster = $2, epoch = $3 WHERE tenant_id = $1 AND state = 'gone'", [
      tenantId,
      to,
      place.epoch,
    ]);
  }
  await Promise.all([source, target, ...move.others].map(notifyPlacesChanged));
}

async function clean(move: Move): Promise<void> {
  await note(move, 'clean');
  await stopFollowing(move);
  await stopPublishing(move);
  for (const line of await dropSlotsOfStandbys(move.source)) move.say(line);
  await identifyRows(move.source, 'DEFAULT');
  await move.source.query('DELETE FROM tenant_move WHERE tenant_id = $1', [move.tenantId]);
}

async function thaw({ source, tenantId }: Move): Promise<void> {
  await inOne(source, async () => {
    await source.query("UPDATE tenant_place SET state = 'here' WHERE tenant_id = $1 AND state = 'frozen'", [tenantId]);
    await source.query("UPDATE tenant_move SET step = 'copy' WHERE tenant_id = $1 AND step = 'freeze'", [tenantId]);
  });
  await notifyPlacesChanged(source);
}

const OPEN_TRANSACTIONS = `
SELECT pid, xact_start::text AS since FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND xact_start IS NOT NULL
  AND pg_has_role(usesysid, 'wattle_app', 'MEMBER') AND NOT (SELECT rolsuper FROM pg_roles WHERE oid = usesysid)`;

/**
 * Transactions that began before the freeze may still write: they are waited for, then terminated. Later ones see the
 * freeze.
 */
async function endOpenTransactions(source: pg.Client): Promise<void> {
  type Open = { pid: number; since: string };
  const look = async () =>
    (await source.query<Open>(OPEN_TRANSACTIONS)).rows.map(({ pid, since }) => `${pid} ${since}`);
  const before = new Set(await look());
  const until = Date.now() + OPEN_TRANSACTIONS_MS;
  for (;;) {
    const left = (await look()).filter((one) => before.has(one));
    if (left.length === 0) return;
    if (Date.now() > until)
      for (const one of left) await source.query('SELECT pg_terminate_backend($1)', [Number.parseInt(one, 10)]);
    await pause(LOOK_EVERY_MS);
  }
}
