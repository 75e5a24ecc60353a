import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';

const TAKE = `
SELECT id, type, object, data, endpoint_id FROM webhook_event
 WHERE tenant_id = $1 AND at IS NULL ORDER BY id LIMIT $2 FOR UPDATE`;

type Data = Readonly<Record<string, unknown>>;
export type NewEvent = {
  readonly id: bigint;
  readonly type: string;
  readonly object: string;
  readonly data: Data;
  readonly endpoint_id: bigint | null;
};

/** Events that have no deliveries yet, the oldest first, locked. */
export function takeNew(tx: Tx, tenantId: number, most: number): Promise<NewEvent[]> {
  return tx.query<NewEvent>(TAKE, [tenantId, most]);
}

/** Last four digits of cards by their ids. A card whose number its processor has not told yet has none. */
export async function readLastFour(
  tx: Tx,
  tenantId: number,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  if (ids.length === 0) return new Map();
  const sql = "SELECT id, last4 FROM card WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) AND last4 ~ '^[0-9]{4}$'";
  const rows = await tx.query<{ id: bigint; last4: string }>(sql, [tenantId, ids]);
  return new Map(rows.map(({ id, last4 }) => [id, last4]));
}

const AMOUNTS = `
SELECT asked.n, e.amount FROM ${arrayRows('asked', 2, { account: 'bigint', row: 'bigint' })}
  JOIN member_account a ON a.tenant_id = $1 AND a.id = asked.account
  JOIN entry e ON e.tenant_id = $1 AND e.account_id = a.ledger_account_id AND e.seq = asked.row`;

/** Signed cents of rows of accounts, in their order. */
export async function readAmounts(
  tx: Tx,
  tenantId: number,
  rows: readonly { readonly account: bigint; readonly row: number }[],
): Promise<ReadonlyMap<number, bigint>> {
  if (rows.length === 0) return new Map();
  const values = [tenantId, rows.map(({ account }) => account), rows.map(({ row }) => BigInt(row))];
  const found = await tx.query<{ n: number; amount: bigint }>(AMOUNTS, values);
  return new Map(found.map(({ n, amount }) => [n - 1, amount]));
}

const SPREAD = `
WITH filled AS (
  SELECT * FROM ${arrayRows('given', 2, { id: 'bigint', type: 'text', data: 'jsonb', endpoint_id: 'bigint' })}),
taken AS (
  UPDATE webhook_event v SET at = $6, data = filled.data FROM filled WHERE v.tenant_id = $1 AND v.id = filled.id)
INSERT INTO webhook_delivery (tenant_id, endpoint_id, event_id, state, next_at)
SELECT $1, e.id, filled.id, 'due', $7 FROM filled
  JOIN webhook_endpoint e ON e.tenant_id = $1 AND e.state = 'on'
   AND CASE WHEN filled.endpoint_id IS NULL THEN filled.type = ANY (e.events) ELSE e.id = filled.endpoint_id END
ON CONFLICT (endpoint_id, event_id) DO NOTHING`;

export type FilledEvent = Pick<NewEvent, 'id' | 'type' | 'endpoint_id'> & { readonly data: Data };

/** Dates events and makes them due for each endpoint that asks for them. */
export async function spreadEvents(
  tx: Tx,
  tenantId: number,
  events: readonly FilledEvent[],
  now: { readonly business: number; readonly security: number },
): Promise<void> {
  await tx.run(SPREAD, [
    tenantId,
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    events.map(({ endpoint_id: endpoint }) => endpoint),
    new Date(now.business),
    new Date(now.security),
  ]);
}

/** Notes a test for one endpoint. Returns its id. */
export async function addTest(tx: Tx, tenantId: number, endpointId: bigint): Promise<bigint> {
  const row = await tx.first<{ id: bigint }>(
    `INSERT INTO webhook_event (tenant_id, type, object, data, endpoint_id)
     VALUES ($1, 'endpoint.test', 'endpoint:' || $2::bigint, '{}', $2) RETURNING id`,
    [tenantId, endpointId],
  );
  if (!row) throw new Error('a test was not noted');
  return row.id;
}

const FORGET = `
WITH old AS (
  SELECT id FROM webhook_event WHERE tenant_id = $1 AND at < $2 ORDER BY at LIMIT $3),
attempts AS (DELETE FROM webhook_attempt t USING old WHERE t.tenant_id = $1 AND t.event_id = old.id),
deliveries AS (DELETE FROM webhook_delivery d USING old WHERE d.tenant_id = $1 AND d.event_id = old.id)
DELETE FROM webhook_event v USING old WHERE v.tenant_id = $1 AND v.id = old.id`;

/** Deletes events that are older than a moment of the business clock, with their deliveries and attempts. */
export function forgetEvents(tx: Tx, tenantId: number, beforeMs: number, most: number): Promise<number> {
  return tx.run(FORGET, [tenantId, new Date(beforeMs), most]);
}

export type ListedDelivery = {
  readonly event_id: bigint;
  readonly type: string;
  readonly object: string;
  readonly at: string;
  readonly state: 'due' | 'done' | 'failed' | 'stopped';
  readonly attempts: number;
  readonly next_at: string;
};

const DELIVERIES = `
SELECT d.event_id, v.type, v.object, v.at, d.state, d.attempts, d.next_at
  FROM webhook_delivery d JOIN webhook_event v ON v.tenant_id = $1 AND v.id = d.event_id
 WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.state = ANY ($3::text[]) ORDER BY d.event_id DESC LIMIT $4`;

/** Deliveries of an endpoint in some states, the newest event first. */
export function listDeliveries(
  tx: Tx,
  tenantId: number,
  endpointId: bigint,
  states: readonly string[],
  most: number,
): Promise<ListedDelivery[]> {
  return tx.query<ListedDelivery>(DELIVERIES, [tenantId, endpointId, states, most]);
}

export type ListedAttempt = {
  readonly event_id: bigint;
  readonly type: string;
  readonly attempt: number;
  readonly at: string;
  readonly status: number | null;
  readonly fault: string | null;
  readonly ms: number;
};

const ATTEMPTS = `
SELECT t.event_id, v.type, t.attempt, t.at, t.status, t.fault, t.ms
  FROM webhook_attempt t JOIN webhook_event v ON v.tenant_id = $1 AND v.id = t.event_id
 WHERE t.tenant_id = $1 AND t.endpoint_id = $2`;

/** Attempts of an endpoint, of one event where it is given, the newest first. */
export function listAttempts(
  tx: Tx,
  tenantId: number,
  { endpointId, eventId }: { readonly endpointId: bigint; readonly eventId: bigint | undefined },
  most: number,
): Promise<ListedAttempt[]> {
  return eventId === undefined
    ? tx.query(`${ATTEMPTS} ORDER BY t.id DESC LIMIT $3`, [tenantId, endpointId, most])
    : tx.query(`${ATTEMPTS} AND t.event_id = $4 ORDER BY t.id DESC LIMIT $3`, [tenantId, endpointId, most, eventId]);
}

const REPEAT = `
ON CONFLICT (endpoint_id, event_id) DO UPDATE SET state = 'due', attempts = 0, next_at = excluded.next_at
 WHERE webhook_delivery.state <> 'due'`;

const REPLAY_ONE = `
INSERT INTO webhook_delivery (tenant_id, endpoint_id, event_id, state, next_at)
SELECT $1, $2, v.id, 'due', $4 FROM webhook_event v
  JOIN webhook_endpoint e ON e.tenant_id = $1 AND e.id = $2
 WHERE v.tenant_id = $1 AND v.id = $3 AND v.at IS NOT NULL
   AND (v.endpoint_id = $2 OR v.endpoint_id IS NULL AND v.type = ANY (e.events)) ${REPEAT}`;

/** Makes an event due again for an endpoint. Answers 0 where it gets no such event, or it is due already. */
export function replayOne(
  tx: Tx,
  tenantId: number,
  endpointId: bigint,
  eventId: bigint,
  nowMs: number,
): Promise<number> {
  return tx.run(REPLAY_ONE, [tenantId, endpointId, eventId, new Date(nowMs)]);
}

const IN_RANGE = `
INSERT INTO webhook_delivery (tenant_id, endpoint_id, event_id, state, next_at)
SELECT $1, $2, v.id, 'due', $5 FROM webhook_event v
  JOIN webhook_endpoint e ON e.tenant_id = $1 AND e.id = $2
 WHERE v.tenant_id = $1 AND v.at >= $3 AND v.at < $4 AND v.endpoint_id IS NULL AND v.type = ANY (e.events)`;
const hasNoneIn = (states: string) => `
   AND NOT EXISTS (SELECT FROM webhook_delivery d
                    WHERE d.endpoint_id = $2 AND d.event_id = v.id AND d.state IN (${states}))`;

/**
 * Makes the events of a time due again that an endpoint asks for, whether it had got them or not; `isMissedOnly`: those
 * that it has not got. Answers how many: at most `most`.
 */
export function replayRange(
  tx: Tx,
  tenantId: number,
  endpointId: bigint,
  { fromMs, toMs, isMissedOnly }: { readonly fromMs: number; readonly toMs: number; readonly isMissedOnly: boolean },
  nowMs: number,
  most: number,
): Promise<number> {
  const values = [tenantId, endpointId, new Date(fromMs), new Date(toMs), new Date(nowMs), most];
  return tx.run(`${IN_RANGE}${hasNoneIn(isMissedOnly ? "'due', 'done'" : "'due'")} LIMIT $6 ${REPEAT}`, values);
}

export type WebhookState = {
  readonly waiting: bigint;
  readonly oldest_seconds: number;
  readonly failing: bigint;
  /** Failing ones, of a day or more. */
  readonly raised: bigint;
  readonly disabled: bigint;
};

/** Events that wait, and endpoints that fail or are disabled, over all programmes. */
export function readWebhookState(tx: Tx, nowMs: number): Promise<WebhookState | undefined> {
  return tx.first<WebhookState>('SELECT * FROM webhook_state($1)', [new Date(nowMs)]);
}
