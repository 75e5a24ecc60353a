import type { Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { keepReference, nameReference } from '../../platform/secrets/typed-card-numbers.ts';

type Body = { readonly id: string; readonly body: Readonly<Record<string, unknown>> };

/** Schedules whose stored call contains a card number in clear, locked. */
export function lockPlaintextBodies(tx: Tx, tenantId: number, most: number): Promise<Body[]> {
  return tx.query(
    `SELECT id, body FROM schedule WHERE tenant_id = $1 AND holds_card_number(body::text) LIMIT $2 FOR NO KEY UPDATE`,
    [tenantId, most],
  );
}

export async function saveBody(tx: Tx, tenantId: number, { id, body }: Body): Promise<void> {
  await tx.run('UPDATE schedule SET body = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, JSON.stringify(body)]);
}

/** Destinations keyed by a card number in clear, locked. */
export function lockPlaintextDestinations(
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

const DELETE_SUMS = `
DELETE FROM payment_count
 WHERE tenant_id = $1 AND since < $2 AND (holds_card_number(counter) OR is_tax_file_number(bill_reference(counter)))`;

/** Sums of earlier days keyed by a card number or a tax file number in clear, which are no longer read. */
export function deletePlaintextSums(tx: Tx, tenantId: number, before: string): Promise<number> {
  return tx.run(DELETE_SUMS, [tenantId, before]);
}

/** Columns with the references of bills, each with the index that finds those that may be tax file numbers. */
const REFERENCES = {
  payee: 'type = 1',
  payment_out: "method = 'bpay'",
  bank_answer_line: "kind IN ('paid', 'unpaid')",
  bank_has_line: "method = 'bpay'",
} as const;

/** Tables with keys of destinations. */
const KEYED = ['blocked_payee', 'paid_destination', 'scam_report', 'schedule'] as const;

// A payer may have blocked the payee again, under the key of this release.
const DELETE_TWICE_BLOCKED = `
DELETE FROM blocked_payee b USING blocked_payee other
 WHERE b.tenant_id = $1 AND b.ctid = $2::tid AND other.tenant_id = $1 AND other.destination = $3
   AND (other.holder_id = b.holder_id OR other.card_id = b.card_id)`;

type Clear = { readonly place: string; readonly reference: string };

const listClear = (tx: Tx, table: string, where: string, { tenantId, atOnce }: Some, reference: string) =>
  tx.query<Clear>(
    `SELECT ctid::text AS place, ${reference} AS reference FROM ${table}
      WHERE tenant_id = $1 AND ${where} AND is_tax_file_number(${reference}) LIMIT $2 FOR NO KEY UPDATE`,
    [tenantId, atOnce],
  );

type Some = { readonly tenantId: number; readonly atOnce: number };

/**
 * Seals references that may be tax file numbers, and hashes them in keys. Blocks come first, because they protect.
 * Returns the largest number of rows changed in a table.
 */
export async function sealTaxFileNumbers(tx: Tx, secrets: Secrets, some: Some): Promise<number> {
  const { tenantId } = some;
  let most = 0;
  for (const table of KEYED) {
    const rows = await listClear(tx, table, 'true', some, 'bill_reference(destination)');
    const key = 'left(destination, -length(bill_reference(destination))) || $3';
    for (const { place, reference } of rows) {
      const named = nameReference(secrets, reference);
      if (table === 'blocked_payee') {
        const [whole] = await tx.query<{ destination: string; number: string }>(
          `SELECT ${key} AS destination, account_number AS number FROM blocked_payee WHERE tenant_id = $1 AND ctid = $2::tid`,
          [tenantId, place, named],
        );
        if (!whole || (await tx.run(DELETE_TWICE_BLOCKED, [tenantId, place, whole.destination])) > 0) continue;
        await tx.run(
          'UPDATE blocked_payee SET destination = $3, account_number = $4 WHERE tenant_id = $1 AND ctid = $2::tid',
          [tenantId, place, whole.destination, keepReference(secrets, whole.number)],
        );
      } else {
        await tx.run(`UPDATE ${table} SET destination = ${key} WHERE tenant_id = $1 AND ctid = $2::tid`, [
          tenantId,
          place,
          named,
        ]);
      }
    }
    most = Math.max(most, rows.length);
  }
  for (const [table, where] of Object.entries(REFERENCES)) {
    const rows = await listClear(tx, table, where, some, 'account_number');
    for (const { place, reference } of rows) {
      await tx.run(`UPDATE ${table} SET account_number = $3 WHERE tenant_id = $1 AND ctid = $2::tid`, [
        tenantId,
        place,
        keepReference(secrets, reference),
      ]);
    }
    most = Math.max(most, rows.length);
  }
  const bodies = await listClear(tx, 'schedule', 'true', some, "(body->>'customerReference')");
  for (const { place, reference } of bodies) {
    await tx.run(
      `UPDATE schedule SET body = jsonb_set(body, '{customerReference}', to_jsonb($3::text))
        WHERE tenant_id = $1 AND ctid = $2::tid`,
      [tenantId, place, keepReference(secrets, reference)],
    );
  }
  return Math.max(most, bodies.length);
}
