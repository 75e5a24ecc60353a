import type { Tx } from '../../platform/database/database.ts';

/** A payment that is held. */
export type HeldPayment = {
  readonly id: string;
  readonly account: string;
  readonly kind: string;
  readonly cents: bigint;
  readonly receipt: string;
  readonly madeAt: string;
  readonly dueAt: string;
  /** True: the holder has to confirm the payment after a password reset, whatever its time. */
  readonly isWaiting: boolean;
};

const COLUMNS = `s.id, a.account_number AS account, s.kind, s.amount AS cents, s.receipt, s.made_at AS "madeAt", s.due_at AS "dueAt", s.waits_since IS NOT NULL AS "isWaiting"`;
const FROM = 'FROM schedule s JOIN member_account a ON a.tenant_id = s.tenant_id AND a.id = s.member_account_id';
const HELD = "s.tenant_id = $1 AND s.state = 'Active' AND s.hold_id IS NOT NULL";

/** Held payments, the next due first. */
export function listHeld(tx: Tx, tenantId: number, most: number): Promise<HeldPayment[]> {
  return tx.query(`SELECT ${COLUMNS} ${FROM} WHERE ${HELD} ORDER BY s.due_at, s.age LIMIT $2`, [tenantId, most]);
}

/** Held payment with this receipt number. One that needs its holder's confirmation is excluded. */
export function findHeld(tx: Tx, tenantId: number, receipt: string): Promise<HeldPayment | undefined> {
  return tx.first(`SELECT ${COLUMNS} ${FROM} WHERE ${HELD} AND s.waits_since IS NULL AND s.receipt = $2`, [
    tenantId,
    receipt,
  ]);
}

/** Makes the payment due now. */
export async function saveDue(tx: Tx, tenantId: number, id: string, atMs: number): Promise<void> {
  await tx.run(
    "UPDATE schedule SET due_at = $3 WHERE tenant_id = $1 AND id = $2 AND state = 'Active' AND due_at > $3",
    [tenantId, id, new Date(atMs).toISOString()],
  );
}

const DELETE_DESTINATION = `
DELETE FROM paid_destination
 WHERE tenant_id = $1 AND paid_at = $2 AND cents = $3
   AND owner IN (SELECT 'web:' || id FROM web_account WHERE tenant_id = $1 AND holder_id = $4
                 UNION ALL SELECT 'card:' || id FROM card WHERE tenant_id = $1 AND holder_id = $4)`;

/** Deletes the record of a destination whose held payment was not made, so it counts as new again. */
export async function deleteDestination(
  tx: Tx,
  tenantId: number,
  { heldAt, amount, holderId }: { readonly heldAt: number; readonly amount: bigint; readonly holderId: bigint },
): Promise<void> {
  await tx.run(DELETE_DESTINATION, [tenantId, new Date(heldAt).toISOString(), amount, holderId]);
}
