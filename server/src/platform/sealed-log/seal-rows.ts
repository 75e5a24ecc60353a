import type { Tx } from '../database/database.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { keepText } from '../secrets/typed-card-numbers.ts';

type Texts = Readonly<Record<string, string | null>>;
/** Locked row, whose position no other transaction can change. */
type Placed = Texts & { readonly place: string };

/** Seals card numbers that columns of a table contain in clear. Returns the number of rows, up to `atOnce`. */
export async function sealRows(
  tx: Tx,
  secrets: Secrets,
  {
    tenantId,
    table,
    columns,
    atOnce,
  }: {
    readonly tenantId: number;
    readonly table: string;
    readonly columns: readonly string[];
    readonly atOnce: number;
  },
): Promise<number> {
  const inClear = columns.map((column) => `holds_card_number(${column})`).join(' OR ');
  const rows = await tx.query<Placed>(
    `SELECT ctid::text AS place, ${columns.join(', ')} FROM ${table}
      WHERE tenant_id = $1 AND (${inClear}) LIMIT $2 FOR NO KEY UPDATE`,
    [tenantId, atOnce],
  );
  for (const { place, ...texts } of rows) {
    const kept = columns.map((column) => texts[column] ?? null).map((text) => text && keepText(secrets, text));
    await tx.run(
      `UPDATE ${table} SET ${columns.map((column, index) => `${column} = $${index + 3}`).join(', ')}
        WHERE tenant_id = $1 AND ctid = $2::tid`,
      [tenantId, place, ...kept],
    );
  }
  return rows.length;
}
