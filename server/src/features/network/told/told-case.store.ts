import { fullNameIn } from '../../../platform/text/full-name.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type ToldCaseKind = 'correction' | 'refundReversal' | 'dispute';

const ADD = `
INSERT INTO told_case (tenant_id, reference, kind, message, named, member_account_id, transfer_id, cents, about, made_at,
                       changed_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`;

export type NewToldCase = {
  readonly reference: string;
  readonly kind: ToldCaseKind;
  /** Reference of the message, or the processor's id of a dispute. */
  readonly message: string;
  /** Reference of the purchase or refund that it names. */
  readonly named: string | null;
  readonly memberAccountId: bigint | null;
  /** Null: no money was moved. */
  readonly transferId: bigint | null;
  /** Cents: above zero to the cardholder's credit. */
  readonly cents: bigint;
  /** The merchant, or the state of a dispute. */
  readonly about: string;
  readonly atMs: number;
};

/** An event that a person has to look at, in the transaction of the event. */
export function addToldCase(tx: Tx, tenantId: number, one: NewToldCase): void {
  const { reference, kind, message, named, memberAccountId, transferId, cents, about, atMs } = one;
  const at = new Date(atMs);
  tx.later(ADD, [tenantId, reference, kind, message, named, memberAccountId, transferId, cents, about, at]);
}

export type ToldCase = {
  readonly reference: string;
  readonly kind: ToldCaseKind;
  readonly state: 'Open' | 'Closed';
  readonly message: string;
  readonly named: string | null;
  readonly account: string | null;
  readonly holder_id: bigint | null;
  readonly person: string | null;
  readonly transfer_id: bigint | null;
  readonly cents: bigint;
  readonly about: string;
  /** timestamptz as text. */
  readonly made_at: string;
};

const SELECT = `
SELECT c.reference, c.kind, c.state, c.message, c.named, a.account_number AS account, h.id AS holder_id,
       ${fullNameIn('h')} AS person, c.transfer_id, c.cents, c.about, c.made_at
  FROM told_case c
  LEFT JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE c.tenant_id = $1`;

/** Open ones, the oldest first. */
export function listToldCases(tx: Tx, tenantId: number, most: number): Promise<ToldCase[]> {
  return tx.query(`${SELECT} AND c.state = 'Open' ORDER BY c.id LIMIT $2`, [tenantId, most]);
}

export function findToldCase(tx: Tx, tenantId: number, reference: string): Promise<ToldCase | undefined> {
  return tx.first(`${SELECT} AND c.reference = $2`, [tenantId, reference]);
}

const CLOSE = `
UPDATE told_case SET state = 'Closed', changed_at = $3 WHERE tenant_id = $1 AND reference = $2 AND state = 'Open'`;

/** False where it was not open. */
export async function closeToldCase(tx: Tx, tenantId: number, reference: string, atMs: number): Promise<boolean> {
  return (await tx.run(CLOSE, [tenantId, reference, new Date(atMs)])) === 1;
}
