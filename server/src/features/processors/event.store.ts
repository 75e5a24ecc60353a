import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { KeptAnswer } from './inbound.ts';

/** A message of a delivery, as it is stored. */
export type NewEvent = {
  readonly key: string;
  readonly of: string | null;
  readonly kind: string;
  readonly contentHash: Buffer;
  readonly after: number | null;
  /** ISO 8601. */
  readonly happenedAt: string | null;
  readonly amount: number | null;
  /** Set for what is known without more: a ping, or what is not understood. */
  readonly outcome: 'taken' | null;
  /** True: a told event, which waits until it is carried out. */
  readonly isTold: boolean;
  /** The purchase of an ask that may hold money. */
  readonly asked?:
    | {
        readonly reference: string;
        readonly sweepAt: Date;
        /** Set for an ask that may add to its purchase without saying so. `held`: cents of its amount that are not added. */
        readonly increment?: { readonly reference: string; readonly held: bigint } | undefined;
      }
    | undefined;
};

export type NewDelivery = {
  readonly connectionId: number;
  /** As `writeDelivery` has it. */
  readonly content: string;
  readonly at: Date;
  /** Security time, for the next attempt of told events. */
  readonly dueAt: Date;
  readonly events: readonly NewEvent[];
};

/** A message that came before. */
export type KnownEvent = {
  readonly content_hash: Buffer;
  readonly outcome: string | null;
  readonly answer: KeptAnswer | null;
};

/** Undefined: it has come for the first time. */
export type NotedEvent = KnownEvent | undefined;

const DRAW = `SELECT nextval('processor_delivery_id_seq') AS id FROM generate_series(1, $1::integer)`;

// In the order of their keys, so that two servers that store the same events cannot deadlock.
const ADD_EVENTS = `
INSERT INTO processor_event (tenant_id, connection_id, key, delivery_id, of, kind, content_hash, after, happened_at, amount,
                             outcome, at)
SELECT $1, connection_id, key, delivery_id, of, kind, content_hash, after, happened_at, amount, outcome, at
FROM ${arrayRows('new', 2, {
  connection_id: 'integer',
  key: 'text',
  delivery_id: 'bigint',
  of: 'text',
  kind: 'text',
  content_hash: 'bytea',
  after: 'bigint',
  happened_at: 'timestamptz',
  amount: 'bigint',
  outcome: 'text',
  at: 'timestamptz',
})}
ORDER BY connection_id, key
ON CONFLICT (connection_id, key) DO NOTHING
RETURNING connection_id, key, delivery_id`;

const KNOWN_EVENTS = `
SELECT asked.connection_id, asked.key, e.content_hash, e.outcome, e.answer
FROM ${arrayRows('asked', 2, { connection_id: 'integer', key: 'text' })}
CROSS JOIN LATERAL (
  SELECT content_hash, outcome, answer FROM processor_event
  WHERE tenant_id = $1 AND connection_id = asked.connection_id AND key = asked.key
  ${KEEP_APART}
) AS e`;

const ADD_DELIVERIES = `
INSERT INTO processor_delivery (tenant_id, connection_id, id, content_cipher, content_key_version, at)
OVERRIDING SYSTEM VALUE
SELECT $1, connection_id, id, cipher, key_version, at
FROM ${arrayRows('new', 2, {
  connection_id: 'integer',
  id: 'bigint',
  cipher: 'bytea',
  key_version: 'smallint',
  at: 'timestamptz',
})}`;

const ADD_WAITING = `
INSERT INTO processor_waiting (tenant_id, connection_id, key, of, after, happened_at, why, next_at)
SELECT $1, connection_id, key, of, after, happened_at, 'new', next_at
FROM ${arrayRows('new', 2, {
  connection_id: 'integer',
  key: 'text',
  of: 'text',
  after: 'bigint',
  happened_at: 'timestamptz',
  next_at: 'timestamptz',
})}`;

// A result that came before the ask is kept. An ask that does not say whether it adds to its purchase does so where the
// purchase has another one. It is not asked about: no result may name it, and the next one of the purchase says what is
// held.
const ADD_ASKED = `
INSERT INTO processor_purchase (tenant_id, connection_id, reference, of, asked_at, asked_amount, sweep_at)
SELECT $1, new.connection_id,
       CASE WHEN known.adds THEN new.increment ELSE new.reference END AS reference,
       new.of, new.asked_at,
       CASE WHEN known.adds THEN greatest(new.asked_amount - new.held, 0) ELSE new.asked_amount END,
       CASE WHEN known.adds THEN NULL ELSE new.sweep_at END
FROM ${arrayRows('new', 2, {
  connection_id: 'integer',
  reference: 'text',
  of: 'text',
  asked_at: 'timestamptz',
  asked_amount: 'bigint',
  sweep_at: 'timestamptz',
  increment: 'text',
  held: 'bigint',
})}
CROSS JOIN LATERAL (
  SELECT new.increment IS NOT NULL AND EXISTS (
    SELECT FROM processor_purchase p
     WHERE p.tenant_id = $1 AND p.connection_id = new.connection_id AND p.of = new.of AND p.asked_at IS NOT NULL) AS adds
) AS known
ORDER BY connection_id, reference
ON CONFLICT (connection_id, reference) DO UPDATE
SET asked_at = coalesce(processor_purchase.asked_at, excluded.asked_at),
    asked_amount = coalesce(processor_purchase.asked_amount, excluded.asked_amount)`;

type Entry = { readonly delivery: NewDelivery; readonly id: bigint; readonly event: NewEvent };

const nameOf = (connectionId: number, key: string) => `${connectionId} ${key}`;

/**
 * Stores deliveries whose messages are new, with these messages, in the caller's transaction. Answers what is known of
 * each message of each delivery.
 */
export async function noteDeliveries(
  tx: Tx,
  tenantId: number,
  secrets: Pick<Secrets, 'encrypt'>,
  all: readonly NewDelivery[],
): Promise<(readonly NotedEvent[])[]> {
  const ids = (await tx.query<{ id: bigint }>(DRAW, [all.length])).map(({ id }) => id);
  const entries = all.flatMap((delivery, place) =>
    delivery.events.map((event): Entry => ({ delivery, id: ids[place] as bigint, event })),
  );
  const column = <T>(of: (entry: Entry) => T) => entries.map(of);
  const connections = column(({ delivery }) => delivery.connectionId);
  const keys = column(({ event }) => event.key);
  type Stored = { readonly connection_id: number; readonly key: string };
  const [added, known] = await Promise.all([
    tx.query<Stored & { readonly delivery_id: bigint }>(ADD_EVENTS, [
      tenantId,
      connections,
      keys,
      column(({ id }) => id),
      column(({ event }) => event.of),
      column(({ event }) => event.kind),
      column(({ event }) => event.contentHash),
      column(({ event }) => event.after),
      column(({ event }) => event.happenedAt),
      column(({ event }) => event.amount),
      column(({ event }) => event.outcome),
      column(({ delivery }) => delivery.at),
    ]),
    tx.query<Stored & KnownEvent>(KNOWN_EVENTS, [tenantId, connections, keys]),
  ]);
  const addedBy = new Map(added.map((row) => [nameOf(row.connection_id, row.key), row.delivery_id]));
  const knownOf = new Map(known.map((row) => [nameOf(row.connection_id, row.key), row]));
  // A key that a delivery has twice is new once.
  const fresh: Entry[] = [];
  for (const entry of entries) {
    const name = nameOf(entry.delivery.connectionId, entry.event.key);
    if (addedBy.get(name) !== entry.id) continue;
    addedBy.delete(name);
    fresh.push(entry);
  }
  addRows(tx, tenantId, secrets, fresh);
  const isFresh = new Set(fresh.map(({ event }) => event));
  return all.map((delivery) =>
    delivery.events.map((event) =>
      isFresh.has(event) ? undefined : knownOf.get(nameOf(delivery.connectionId, event.key)),
    ),
  );
}

function addRows(tx: Tx, tenantId: number, secrets: Pick<Secrets, 'encrypt'>, fresh: readonly Entry[]): void {
  const deliveries = [...new Map(fresh.map(({ delivery, id }) => [id, delivery]))];
  if (deliveries.length === 0) return;
  const sealed = deliveries.map(([id, { content }]) => secrets.encrypt(content, 'processorDelivery', id));
  tx.later(ADD_DELIVERIES, [
    tenantId,
    deliveries.map(([, { connectionId }]) => connectionId),
    deliveries.map(([id]) => id),
    sealed.map(({ cipher }) => cipher),
    sealed.map(({ keyVersion }) => keyVersion),
    deliveries.map(([, { at }]) => at),
  ]);
  const told = fresh.filter(({ event }) => event.isTold);
  if (told.length > 0) {
    tx.later(ADD_WAITING, [
      tenantId,
      told.map(({ delivery }) => delivery.connectionId),
      told.map(({ event }) => event.key),
      told.map(({ event }) => event.of ?? event.key),
      told.map(({ event }) => event.after),
      told.map(({ event }) => event.happenedAt),
      told.map(({ delivery }) => delivery.dueAt),
    ]);
  }
  const asked = fresh.flatMap(({ delivery, event }) => (event.asked ? [{ delivery, event, ...event.asked }] : []));
  if (asked.length > 0) {
    tx.later(ADD_ASKED, [
      tenantId,
      asked.map(({ delivery }) => delivery.connectionId),
      asked.map(({ reference }) => reference),
      asked.map(({ event }) => event.of),
      asked.map(({ delivery }) => delivery.at),
      asked.map(({ event }) => event.amount),
      asked.map(({ sweepAt }) => sweepAt),
      asked.map(({ increment }) => increment?.reference ?? null),
      asked.map(({ increment }) => increment?.held ?? null),
    ]);
  }
}
