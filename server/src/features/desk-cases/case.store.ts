import { fullNameIn } from '../../platform/text/full-name.ts';
import type { Tx } from '../../platform/database/database.ts';

/** A case that waits for the desk, whatever its kind. */
export type OpenCase = {
  readonly reference: string;
  readonly state: string;
  /** Null: a dispute at a processor that none of ours belongs to. */
  readonly account: string | null;
  readonly holder_id: bigint | null;
  readonly person: string | null;
  /** Merchant, payee in its stored form, or why no message reaches a person. */
  readonly about: string;
  /** Null: it is about no amount. */
  readonly cents: bigint | null;
  /** timestamptz as text. */
  readonly opened_at: string;
};

const ACCOUNT = 'JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id';
const OF_PERSON = `a.account_number AS account, h.id AS holder_id, ${fullNameIn('h')} AS person`;

const DISPUTES = `
SELECT c.reference, c.state, ${OF_PERSON}, coalesce(d.description, '') AS about, c.amount - c.refunded AS cents,
       c.opened_at, c.answer_by::text
  FROM (SELECT * FROM dispute WHERE tenant_id = $1 AND ended_at IS NULL ORDER BY answer_by, opened_at LIMIT $2) c
  ${ACCOUNT}
  LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
  LEFT JOIN transaction_detail d ON d.ledger_account_id = c.ledger_account_id AND d.seq = c.seq
 ORDER BY c.answer_by, c.opened_at`;

/** Open disputes, those with the earliest deadline first. */
export function listDisputes(
  tx: Tx,
  tenantId: number,
  most: number,
): Promise<(OpenCase & { readonly answer_by: string })[]> {
  return tx.query(DISPUTES, [tenantId, most]);
}

const MISTAKEN = `
SELECT c.reference, c.state, ${OF_PERSON}, p.name AS about, p.amount AS cents, c.asked_at AS opened_at
  FROM (SELECT * FROM mistaken_payment WHERE tenant_id = $1 AND state = $3 AND state IN ('Asked', 'Requested')
         ORDER BY id LIMIT $2) c
  ${ACCOUNT}
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
  JOIN payment_out p ON p.tenant_id = c.tenant_id AND p.transfer_id = c.transfer_id
 ORDER BY c.id`;

/** Payments to the wrong account in a state, the earliest requests first. */
export function listMistaken(
  tx: Tx,
  tenantId: number,
  state: 'Asked' | 'Requested',
  most: number,
): Promise<OpenCase[]> {
  return tx.query(MISTAKEN, [tenantId, most, state]);
}

const REFUNDS = `
SELECT c.reference, c.state, ${OF_PERSON}, c.merchant AS about,
       CASE WHEN c.kept > 0 THEN c.kept ELSE c.refunded - c.taken END AS cents, c.made_at AS opened_at
  FROM (SELECT * FROM excess_refund WHERE tenant_id = $1 AND state = 'Open' ORDER BY id LIMIT $2) c
  ${ACCOUNT}
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 ORDER BY c.id`;

/** Open cases of refunds that exceed their purchase, with the excess or the kept amount, the oldest first. */
export function listRefunds(tx: Tx, tenantId: number, most: number): Promise<OpenCase[]> {
  return tx.query(REFUNDS, [tenantId, most]);
}

const SCAMS = `
SELECT c.reference, c.state, ${OF_PERSON}, c.name AS about, c.amount AS cents, c.reported_at AS opened_at
  FROM (SELECT * FROM scam_report WHERE tenant_id = $1 AND state = 'Open' ORDER BY id LIMIT $2) c
  ${ACCOUNT}
  LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
 ORDER BY c.id`;

/** Open reports of scams, the oldest first. */
export function listScams(tx: Tx, tenantId: number, most: number): Promise<OpenCase[]> {
  return tx.query(SCAMS, [tenantId, most]);
}

const TOLD = `
SELECT c.reference, c.kind AS state, ${OF_PERSON}, c.about, c.cents, c.made_at AS opened_at
  FROM (SELECT * FROM told_case WHERE tenant_id = $1 AND state = 'Open' ORDER BY id LIMIT $2) c
  LEFT ${ACCOUNT}
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 ORDER BY c.id`;

/** Open cases of what card processors told, the oldest first. Their kind is the state. */
export function listTold(tx: Tx, tenantId: number, most: number): Promise<OpenCase[]> {
  return tx.query(TOLD, [tenantId, most]);
}
