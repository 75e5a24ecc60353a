import type { Tx } from '../../platform/database/database.ts';
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
