import type { Tx } from '../../platform/database/database.ts';
import type { DecidedBy } from '../../outside/processors/told.ts';
import type { Differed } from './adopt.domain.ts';

// One that is read again is compared with what was adopted the first time, and may differ less: the first line is kept.
const SAVE_TOLD = `
INSERT INTO processor_purchase (tenant_id, connection_id, reference, of, told_at, told_amount, is_approved, decided_by, reason,
                                differed)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (connection_id, reference) DO UPDATE
SET told_at = excluded.told_at, told_amount = excluded.told_amount, is_approved = excluded.is_approved,
    decided_by = excluded.decided_by, reason = excluded.reason,
    differed = CASE
      WHEN processor_purchase.differed IS NULL OR processor_purchase.differed = 'amount'
        OR excluded.differed IN ('theyApproved', 'theyDeclined')
      THEN coalesce(excluded.differed, processor_purchase.differed) ELSE processor_purchase.differed END,
    sweep_at = NULL,
    is_case = false`;

export type ToldResult = {
  readonly connectionId: number;
  readonly reference: string;
  readonly of: string;
  /** Business time. */
  readonly atMs: number;
  readonly amount: number;
  readonly isApproved: boolean;
  readonly by: DecidedBy;
  readonly reason: string | null;
  readonly differed: Differed | null;
};

/** Keeps what a processor told of an ask, or decided without one. It is not swept any more. */
export function saveTold(tx: Tx, tenantId: number, told: ToldResult): void {
  tx.later(SAVE_TOLD, [
    tenantId,
    told.connectionId,
    told.reference,
    told.of,
    new Date(told.atMs),
    told.amount,
    told.isApproved,
    told.by,
    told.reason,
    told.differed,
  ]);
}

const ASKED_AMOUNT = `
SELECT asked_amount FROM processor_purchase WHERE tenant_id = $1 AND connection_id = $2 AND reference = $3`;

/** Cents that an ask was about; undefined: it has not come. */
export async function readAskedAmount(
  tx: Tx,
  tenantId: number,
  connectionId: number,
  reference: string,
): Promise<bigint | undefined> {
  const row = await tx.first<{ asked_amount: bigint | null }>(ASKED_AMOUNT, [tenantId, connectionId, reference]);
  return row?.asked_amount ?? undefined;
}

const TO_SWEEP = `
SELECT connection_id, reference, of, asked_at FROM processor_purchase
 WHERE tenant_id = $1 AND sweep_at <= $2 ORDER BY sweep_at LIMIT $3`;

export type ToSweep = {
  readonly connection_id: number;
  readonly reference: string;
  readonly of: string;
  /** timestamptz as text. */
  readonly asked_at: string;
};

/** Asks that nothing confirmed in time. */
export function readToSweep(tx: Tx, tenantId: number, nowMs: number, most: number): Promise<ToSweep[]> {
  return tx.query(TO_SWEEP, [tenantId, new Date(nowMs), most]);
}

const SWEPT = `
UPDATE processor_purchase SET sweep_at = $4, is_case = $5
 WHERE tenant_id = $1 AND connection_id = $2 AND reference = $3 AND told_at IS NULL`;

/**
 * Puts the question off, or ends it: with a case for the desk, or without one where we approved nothing. False where the
 * processor has told the result meanwhile, and nothing changed.
 */
export async function saveSwept(
  tx: Tx,
  tenantId: number,
  { connection_id: connectionId, reference }: Pick<ToSweep, 'connection_id' | 'reference'>,
  { nextMs, isCase }: { readonly nextMs: number | undefined; readonly isCase: boolean },
): Promise<boolean> {
  const next = nextMs === undefined ? null : new Date(nextMs);
  return (await tx.run(SWEPT, [tenantId, connectionId, reference, next, isCase])) === 1;
}
