import type { Tx } from '../../platform/database.ts';

/** Tables whose texts are sealed, with the columns that hold them. */
const SEALED = {
  payee: ['account_number'],
  payment_out: ['account_number', 'name', 'reference'],
  bank_answer_line: ['account_number', 'reference', 'remitter'],
  bank_has_line: ['account_number', 'reference'],
} as const;
type Table = keyof typeof SEALED;
export const SEALED_TABLES = Object.keys(SEALED) as readonly Table[];

const holds = (columns: readonly string[]) => columns.map((column) => `holds_card_number(${column})`).join(' OR ');

/** A row whose place no other transaction changes. */
type Placed<Of> = Of & { readonly place: string };
type Texts = Readonly<Record<string, string | null>>;

/** Rows of a table that hold a card number in clear, locked. */
export function lockInClear(tx: Tx, tenantId: number, table: Table, most: number): Promise<Placed<Texts>[]> {
  const columns = SEALED[table];
  return tx.query(
    `SELECT ctid::text AS place, ${columns.join(', ')} FROM ${table}
      WHERE tenant_id = $1 AND (${holds(columns)}) LIMIT $2 FOR NO KEY UPDATE`,
    [tenantId, most],
  );
}

/** Writes the texts of a locked row. */
export async function saveTexts(tx: Tx, tenantId: number, table: Table, row: Placed<Texts>): Promise<void> {
  const columns = SEALED[table];
  await tx.run(
    `UPDATE ${table} SET ${columns.map((column, index) => `${column} = $${index + 3}`).join(', ')}
      WHERE tenant_id = $1 AND ctid = $2::tid`,
    [tenantId, row.place, ...columns.map((column) => row[column] ?? null)],
  );
}

type Body = { readonly id: string; readonly body: Readonly<Record<string, unknown>> };

/** Schedules whose call holds a card number in clear, locked. */
export function lockBodiesInClear(tx: Tx, tenantId: number, most: number): Promise<Body[]> {
  return tx.query(
    `SELECT id, body FROM schedule WHERE tenant_id = $1 AND holds_card_number(body::text) LIMIT $2 FOR NO KEY UPDATE`,
    [tenantId, most],
  );
}

export async function saveBody(tx: Tx, tenantId: number, { id, body }: Body): Promise<void> {
  await tx.run('UPDATE schedule SET body = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, JSON.stringify(body)]);
}

/** Destinations that are named by a card number, locked. */
export function lockDestinationsInClear(
  tx: Tx,
  tenantId: number,
  most: number,
): Promise<{ readonly id: bigint; readonly destination: string }[]> {
  return tx.query(
    `SELECT id, destination FROM paid_destination
      WHERE tenant_id = $1 AND holds_card_number(destination) LIMIT $2 FOR NO KEY UPDATE`,
    [tenantId, most],
  );
}

export async function saveDestination(tx: Tx, tenantId: number, id: bigint, destination: string): Promise<void> {
  await tx.run('UPDATE paid_destination SET destination = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    destination,
  ]);
}

/** Sums of days before this one that are named by a card number: nobody asks for them any more. */
export function deleteSumsInClear(tx: Tx, tenantId: number, before: string): Promise<number> {
  return tx.run('DELETE FROM payment_count WHERE tenant_id = $1 AND holds_card_number(counter) AND since < $2', [
    tenantId,
    before,
  ]);
}
