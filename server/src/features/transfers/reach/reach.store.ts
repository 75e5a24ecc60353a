import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Reach } from '../../../outside/npp/port.ts';

const DAY_MS = 86_400_000;
/** An answer counts for a day and is renewed before that. */
const RENEWED_AFTER_MS = 20 * 3_600_000;

const FIND = `
SELECT is_instant AS "isInstant", takes_pay_to AS "takesPayTo" FROM bsb_reach
 WHERE tenant_id = $1 AND bsb = $2 AND asked_at > $3`;

/** Which rails reach a BSB, as the bank has said within a day. Undefined: that is not known. */
export function findReach(tx: Tx, tenantId: number, bsb: string, nowMs: number): Promise<Reach | undefined> {
  return tx.first<Reach>(FIND, [tenantId, bsb, new Date(nowMs - DAY_MS)]);
}

const SAVE = `
INSERT INTO bsb_reach (tenant_id, bsb, is_instant, takes_pay_to, asked_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id, bsb) DO UPDATE
   SET is_instant = excluded.is_instant, takes_pay_to = excluded.takes_pay_to, asked_at = excluded.asked_at
 WHERE bsb_reach.asked_at IS NULL OR bsb_reach.asked_at < excluded.asked_at`;

export async function saveReach(
  tx: Tx,
  tenantId: number,
  bsb: string,
  { isInstant, takesPayTo, atMs }: Reach & { readonly atMs: number },
): Promise<void> {
  await tx.run(SAVE, [tenantId, bsb, isInstant, takesPayTo, new Date(atMs)]);
}

const NOTE = `
INSERT INTO bsb_reach (tenant_id, bsb)
SELECT $1, b.bsb FROM ${arrayRows('b', 2, { bsb: 'text' })} GROUP BY b.bsb ON CONFLICT DO NOTHING`;

/** Notes BSBs that were paid and that the bank was not asked about. */
export function noteUnasked(tx: Tx, tenantId: number, bsbs: readonly string[]): void {
  tx.later(NOTE, [tenantId, bsbs]);
}

const OLD = `
SELECT bsb FROM bsb_reach WHERE tenant_id = $1 AND (asked_at IS NULL OR asked_at < $2)
 ORDER BY asked_at NULLS FIRST LIMIT $3`;

/** BSBs that the bank is to be asked about, those without an answer first. */
export async function listOldReach(tx: Tx, tenantId: number, nowMs: number, most: number): Promise<string[]> {
  const rows = await tx.query<{ bsb: string }>(OLD, [tenantId, new Date(nowMs - RENEWED_AFTER_MS), most]);
  return rows.map(({ bsb }) => bsb);
}
