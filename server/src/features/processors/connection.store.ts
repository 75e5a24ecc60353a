import type { Tx } from '../../platform/database/database.ts';
import { NEEDS_A_PERSON } from './trouble.store.ts';
import { type ConnectionSettings, connectionSettings, type ProcessorConnection } from './connection.ts';

type Row = {
  readonly id: number;
  readonly tenant_id: number;
  readonly public_id: string;
  readonly kind: string;
  readonly name: string;
  readonly settings: unknown;
  readonly is_on: boolean;
};

const COLUMNS = 'id, tenant_id, public_id, kind, name, settings, is_on';

const connectionOf = ({ tenant_id, public_id, is_on, settings, ...same }: Row): ProcessorConnection => ({
  ...same,
  tenantId: tenant_id,
  publicId: public_id,
  isOn: is_on,
  settings: connectionSettings.parse(settings),
});

/** Connections of all programmes. */
export async function readConnections(tx: Tx): Promise<ProcessorConnection[]> {
  return (await tx.query<Row>(`SELECT ${COLUMNS} FROM processor_connection ORDER BY id`, [])).map(connectionOf);
}

const ONE = `SELECT ${COLUMNS} FROM processor_connection WHERE tenant_id = $1 AND lower(name) = lower($2)`;

/** Connection of a programme by its name, whatever its letters' case. */
export async function findConnection(tx: Tx, tenantId: number, name: string): Promise<ProcessorConnection | undefined> {
  const row = await tx.first<Row>(ONE, [tenantId, name]);
  return row && connectionOf(row);
}

const ADD = `
INSERT INTO processor_connection
  (tenant_id, public_id, kind, name, settings, is_on, made_at, made_by, changed_at, changed_by)
VALUES ($1, $2, $3, $4, $5, true, $6, $7, $6, $7)`;

type New = Omit<ProcessorConnection, 'id' | 'isOn'> & { readonly atMs: number; readonly by: string };

export async function addConnection(
  tx: Tx,
  { tenantId, publicId, kind, name, settings, atMs, by }: New,
): Promise<void> {
  await tx.run(ADD, [tenantId, publicId, kind, name, JSON.stringify(settings), new Date(atMs), by]);
}

const CHANGE = `
UPDATE processor_connection SET settings = $3, is_on = $4, changed_at = $5, changed_by = $6 WHERE tenant_id = $1 AND id = $2`;

type Changed = Pick<ProcessorConnection, 'id' | 'tenantId' | 'isOn'> & {
  readonly settings: ConnectionSettings;
  readonly atMs: number;
  readonly by: string;
};

export async function saveConnection(tx: Tx, { id, tenantId, settings, isOn, atMs, by }: Changed): Promise<void> {
  await tx.run(CHANGE, [tenantId, id, JSON.stringify(settings), isOn, new Date(atMs), by]);
}

// An approval that came too late is an ending of its purchase, of which there are few.
const FIGURES = `
SELECT (SELECT count(*) FROM processor_waiting w
         WHERE tenant_id = $1 AND connection_id = $2 AND ${NEEDS_A_PERSON})::integer AS unmatched,
       (SELECT count(*) FROM processor_purchase WHERE tenant_id = $1 AND connection_id = $2 AND is_case)::integer AS cases,
       (SELECT count(*) FROM processor_word WHERE tenant_id = $1 AND connection_id = $2)::integer AS words,
       (SELECT at FROM processor_delivery WHERE tenant_id = $1 AND connection_id = $2 ORDER BY id DESC LIMIT 1) AS last_at,
       (SELECT count(*) FROM processor_card
         WHERE tenant_id = $1 AND connection_id = $2 AND differs IS NOT NULL)::integer
       + (SELECT count(*) FROM processor_stranger WHERE tenant_id = $1 AND connection_id = $2)::integer AS differing,
       b.cents AS balance, b.at AS balance_at, late.purchases AS late, late.last_at AS late_at
  FROM (SELECT count(*)::integer AS purchases, max(e.at) AS last_at
          FROM purchase_ending e
          JOIN authorisation o ON o.tenant_id = e.tenant_id AND o.id = e.authorisation_id
          JOIN processor_purchase p
            ON p.tenant_id = e.tenant_id AND p.connection_id = $2 AND p.reference = o.reference
         WHERE e.tenant_id = $1 AND e.kind = 'tooLate' AND e.at >= $3) AS late
  LEFT JOIN processor_balance b ON b.tenant_id = $1 AND b.connection_id = $2`;

export type ConnectionFigures = {
  readonly unmatched: number;
  readonly cases: number;
  readonly words: number;
  /** timestamptz as text. */
  readonly last_at: string | null;
  /** Cents of the programme's balance at the processor, and when it said them: timestamptz as text. Null: never. */
  readonly balance: bigint | null;
  readonly balance_at: string | null;
  /** Cards whose state is another one at the processor. */
  readonly differing: number;
  /** Approvals since a moment that came after the deadline, and the last one: timestamptz as text. */
  readonly late: number;
  readonly late_at: string | null;
};

/**
 * Counts what waits for a person at a connection and what was late since a moment, and reads when it last sent something
 * and what it last said of the balance.
 */
export async function readFigures(
  tx: Tx,
  tenantId: number,
  connectionId: number,
  fromMs: number,
): Promise<ConnectionFigures> {
  const row = await tx.first<ConnectionFigures>(FIGURES, [tenantId, connectionId, new Date(fromMs)]);
  if (!row) throw new Error('a row of figures is missing');
  return row;
}
