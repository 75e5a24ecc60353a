import type { Tx } from '../../../platform/database/database.ts';

export type InstantRead = {
  /** Business time in ms up to which movements are read, and up to which they are read a second time. */
  readonly readTo: number;
  readonly wholeTo: number;
};

const FIND = 'SELECT read_to, whole_to FROM instant_read WHERE tenant_id = $1';

/** Undefined: the bank was not read yet. */
export async function findInstantRead(tx: Tx, tenantId: number): Promise<InstantRead | undefined> {
  const row = await tx.first<{ read_to: string; whole_to: string }>(FIND, [tenantId]);
  return row && { readTo: Date.parse(row.read_to), wholeTo: Date.parse(row.whole_to) };
}

// Two servers may read side by side: what the later one has read counts.
const SAVE = `
INSERT INTO instant_read (tenant_id, read_to, whole_to, balance, answered_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id) DO UPDATE
   SET read_to = greatest(instant_read.read_to, excluded.read_to),
       whole_to = greatest(instant_read.whole_to, excluded.whole_to),
       balance = excluded.balance, answered_at = excluded.answered_at`;

export async function saveInstantRead(
  tx: Tx,
  tenantId: number,
  { readTo, wholeTo, balance, atMs }: InstantRead & { readonly balance: bigint; readonly atMs: number },
): Promise<void> {
  await tx.run(SAVE, [tenantId, new Date(readTo), new Date(wholeTo), balance, new Date(atMs)]);
}

const ENSURE = `
INSERT INTO instant_read (tenant_id, read_to, whole_to, balance, answered_at)
VALUES ($1, $2, $2, 0, '-infinity') ON CONFLICT DO NOTHING`;

/** Begins to read the bank's movements from a moment on. Done before: unchanged. */
export async function beginInstantRead(tx: Tx, tenantId: number, fromMs: number): Promise<void> {
  await tx.run(ENSURE, [tenantId, new Date(fromMs)]);
}
