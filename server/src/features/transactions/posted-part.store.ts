import type { Tx } from '../../platform/database/database.ts';

/** Facts that a posted row shows besides its amount. Cents. */
type PostedPart = {
  /** Asked for, where less was approved. */
  readonly asked: bigint | null;
  /** Approved, where the shop took more. */
  readonly approved: bigint | null;
  readonly cash: bigint | null;
};

type Place = { readonly tenantId: number; readonly ledgerAccountId: bigint; readonly seq: bigint };

const ADD = `
INSERT INTO posted_part (tenant_id, ledger_account_id, seq, asked, approved, cash) VALUES ($1, $2, $3, $4, $5, $6)`;

/** Keeps what a row of the same transaction has to say; nothing where that is nothing. */
export function notePostedPart(tx: Tx, { tenantId, ledgerAccountId, seq }: Place, part: PostedPart): void {
  const { asked, approved, cash } = part;
  if (asked === null && approved === null && cash === null) return;
  tx.later(ADD, [tenantId, ledgerAccountId, seq, asked, approved, cash]);
}
