import type { Tx } from '../../platform/database/database.ts';

// The dispute of a purchase, by its clearings; one that has not ended first.
const OF_PURCHASE = `
SELECT d.reference, d.id
FROM network_message n
JOIN transfer t ON t.tenant_id = n.tenant_id AND t.id = n.transfer_id
JOIN dispute d ON d.tenant_id = n.tenant_id AND d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
WHERE n.tenant_id = $1 AND n.kind = 'clearing' AND (n.reference = $2 OR n.original = $2)
ORDER BY d.ended_at IS NULL DESC, d.opened_at DESC LIMIT 1`;

export type NamedDispute = { readonly reference: string; readonly id: string };

/** Our dispute of a purchase, by the reference of the purchase or of one of its clearings. */
export function findDisputeOfPurchase(tx: Tx, tenantId: number, named: string): Promise<NamedDispute | undefined> {
  return tx.first(OF_PURCHASE, [tenantId, named]);
}

const KNOWN = `
SELECT p.purchase, p.state, p.place, d.reference, d.id
FROM processor_dispute p LEFT JOIN dispute d ON d.tenant_id = p.tenant_id AND d.id = p.dispute_id
WHERE p.tenant_id = $1 AND p.connection_id = $2 AND p.external_id = $3
FOR UPDATE OF p`;

export type KnownDispute = {
  readonly purchase: string | null;
  readonly state: string;
  readonly place: bigint;
  readonly reference: string | null;
  readonly id: string | null;
};

/** The state of a dispute that the processor has sent before, locked. */
export function lockProcessorDispute(
  tx: Tx,
  tenantId: number,
  { connection, dispute }: { readonly connection: number; readonly dispute: string },
): Promise<KnownDispute | undefined> {
  return tx.first(KNOWN, [tenantId, connection, dispute]);
}

const SAVE = `
INSERT INTO processor_dispute (tenant_id, connection_id, external_id, purchase, dispute_id, state, amount, place, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (tenant_id, connection_id, external_id) DO UPDATE
SET purchase = excluded.purchase, dispute_id = excluded.dispute_id, state = excluded.state, amount = excluded.amount,
    place = excluded.place, at = excluded.at`;

export type ToldDisputeState = {
  readonly connection: number;
  readonly dispute: string;
  readonly purchase: string | null;
  readonly disputeId: string | null;
  readonly state: string;
  readonly amount: bigint | null;
  readonly place: bigint;
  readonly atMs: number;
};

export async function saveProcessorDispute(tx: Tx, tenantId: number, told: ToldDisputeState): Promise<void> {
  const { connection, dispute, purchase, disputeId, state, amount, place, atMs } = told;
  await tx.run(SAVE, [tenantId, connection, dispute, purchase, disputeId, state, amount, place, new Date(atMs)]);
}
