import { fullNameIn } from '../../../platform/text/full-name.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { PROGRAMME_ZONE } from '../../../platform/time/programme-zone.domain.ts';
import { outOfAmount, within } from './payment-search.store.ts';

/** States that the desk asks for. `inDoubt`: its file may have been sent, or the bank has not answered it. */
export const SOUGHT_STATES = ['made', 'sent', 'settled', 'returned', 'inDoubt'] as const;

export type Sought = {
  readonly state?: (typeof SOUGHT_STATES)[number] | undefined;
  readonly account?: string | undefined;
  readonly amount?: bigint | undefined;
  readonly transferId?: bigint | undefined;
};

export type ListedPayment = {
  readonly transfer_id: bigint;
  readonly receipt: string | null;
  /** `internal`: it stayed within the programme, and no file carries it. */
  readonly method: string;
  readonly state: string;
  readonly is_in_doubt: boolean;
  readonly reason: string | null;
  /** Account of the payer; null: a deposit that is sent back. */
  readonly payer_account: string | null;
  readonly holder_id: bigint | null;
  readonly payer: string | null;
  readonly bsb: string;
  /** Payments in their stored form. */
  readonly account_number: string;
  readonly name: string;
  readonly cents: bigint;
  readonly made_at: string;
  readonly since: string;
  readonly value_date: string;
  readonly file_name: string | null;
  readonly line: number | null;
};

const STATES = { made: 'Made', sent: 'Sent', settled: 'Settled', returned: 'Returned' } as const;

// A file that the bank has not answered on the day after it was sent.
const IN_DOUBT = `(f.state = 'Made' AND f.tried_at IS NOT NULL OR f.state = 'Sent' AND f.sent_at < $3::timestamptz)`;

const FOUND = (where: string, order: string) => `
SELECT p.* FROM payment_out p WHERE p.tenant_id = $1 ${where} ORDER BY p.transfer_id ${order} LIMIT $2`;

const FOUND_IN_DOUBT = (where: string, order: string) => `
SELECT p.* FROM bank_file f
  JOIN bank_file_line l ON l.bank_file_id = f.id AND NOT l.is_void
  JOIN payment_out p ON p.tenant_id = l.tenant_id AND p.transfer_id = l.transfer_id
 WHERE f.tenant_id = $1 AND f.state IN ('Made', 'Sent') AND ${IN_DOUBT} ${where}
 ORDER BY p.transfer_id ${order} LIMIT $2`;

const FOUND_BY_AMOUNT = (amount: string, where: string, order: string) => `
SELECT p.* FROM ${outOfAmount(amount)} WHERE true ${where} ORDER BY s.transfer_id ${order} LIMIT $2`;

const SHOWN = (found: string, order: string) => `
SELECT p.transfer_id, d.reference AS receipt, p.method, p.state, coalesce(${IN_DOUBT}, false) AS is_in_doubt, p.reason,
       a.account_number AS payer_account, h.id AS holder_id, ${fullNameIn('h')} AS payer, p.bsb, p.account_number, p.name,
       p.amount AS cents, t.effective_at AS made_at,
       coalesce(p.returned_at, p.settled_at, p.sent_at, t.effective_at) AS since, p.value_date::text,
       f.name AS file_name, l.line
  FROM (${found}) p
  JOIN transfer t ON t.tenant_id = p.tenant_id AND t.id = p.transfer_id
  LEFT JOIN transaction_detail d ON d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
  LEFT JOIN member_account a ON a.tenant_id = p.tenant_id AND a.id = p.member_account_id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
  LEFT JOIN bank_file_line l ON l.tenant_id = p.tenant_id AND l.transfer_id = p.transfer_id AND NOT l.is_void
  LEFT JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
 ORDER BY p.transfer_id ${order}`;

/** Payments that have left an account for another bank or a biller, the newest first unless the oldest are asked for. */
export function listPayments(
  tx: Tx,
  tenantId: number,
  { state, account, amount, transferId }: Sought,
  {
    most,
    doubtedBeforeMs,
    isOldestFirst = false,
  }: { readonly most: number; readonly doubtedBeforeMs: number; readonly isOldestFirst?: boolean },
): Promise<ListedPayment[]> {
  const values: unknown[] = [tenantId, most, new Date(doubtedBeforeMs)];
  const where: string[] = [];
  const ask = (condition: (place: string) => string, value: unknown) => {
    if (value !== undefined) where.push(`AND ${condition(`$${values.push(value)}`)}`);
  };
  if (state !== 'inDoubt') ask((place) => `p.state = ${place}`, state && STATES[state]);
  ask(
    (place) =>
      `p.member_account_id = (SELECT m.id FROM member_account m WHERE m.tenant_id = $1 AND m.account_number = ${place})`,
    account,
  );
  ask((place) => `p.transfer_id = ${place}`, transferId);
  const order = isOldestFirst ? 'ASC' : 'DESC';
  const isByAmount = amount !== undefined && state !== 'inDoubt' && account === undefined && transferId === undefined;
  if (isByAmount) {
    const found = FOUND_BY_AMOUNT(`$${values.push(amount)}`, where.join(' '), order);
    return tx.query(SHOWN(found, order), values);
  }
  ask((place) => `p.amount = ${place}`, amount);
  const found = state === 'inDoubt' ? FOUND_IN_DOUBT : FOUND;
  return tx.query(SHOWN(found(where.join(' '), order), order), values);
}

const WITHIN = (found: string) => `
SELECT t.id AS transfer_id, d.reference AS receipt, 'internal' AS method, 'Settled' AS state, false AS is_in_doubt,
       NULL AS reason, a.account_number AS payer_account, h.id AS holder_id, ${fullNameIn('h')} AS payer, '' AS bsb,
       b.account_number, coalesce(d.counterparty, d.description, '') AS name, t.amount AS cents,
       t.effective_at AS made_at, t.effective_at AS since,
       (t.effective_at AT TIME ZONE '${PROGRAMME_ZONE}')::date::text AS value_date, NULL AS file_name, NULL AS line
  FROM ${found} t
  JOIN member_account a ON a.tenant_id = t.tenant_id AND a.ledger_account_id = t.debit_account_id
  JOIN member_account b ON b.tenant_id = t.tenant_id AND b.ledger_account_id = t.credit_account_id
  LEFT JOIN transaction_detail d ON d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 ORDER BY t.id DESC LIMIT $2`;

const ONE_WITHIN = WITHIN('(SELECT * FROM transfer WHERE tenant_id = $1 AND id = $3 AND code = 6)');

/** Payments from one account of the programme to another, the newest first, found by what someone names. */
export async function listWithin(
  tx: Tx,
  tenantId: number,
  { account, amount, transferId }: Omit<Sought, 'state'>,
  most: number,
): Promise<ListedPayment[]> {
  if (transferId === undefined) {
    // Without any of these all accounts would be read.
    if (account === undefined && amount === undefined) return [];
    const found = within({ hasPayer: account !== undefined, hasAmount: amount !== undefined });
    return tx.query(WITHIN(found), [tenantId, most, ...[account, amount].filter((value) => value !== undefined)]);
  }
  const rows = await tx.query<ListedPayment>(ONE_WITHIN, [tenantId, most, transferId]);
  return rows.filter(
    (row) => (account === undefined || row.payer_account === account) && (amount === undefined || row.cents === amount),
  );
}

export type WayOfPayment = {
  readonly file_id: bigint | null;
  readonly file_name: string | null;
  readonly line: number | null;
  readonly file_state: string | null;
  readonly file_made_at: string | null;
  readonly file_sent_at: string | null;
  readonly file_answered_at: string | null;
  readonly settled_at: string | null;
  readonly returned_at: string | null;
};

const WAY = `
SELECT f.id AS file_id, f.name AS file_name, l.line, f.state AS file_state, f.made_at AS file_made_at,
       f.sent_at AS file_sent_at, f.answered_at AS file_answered_at, p.settled_at, p.returned_at
  FROM payment_out p
  LEFT JOIN bank_file_line l ON l.tenant_id = p.tenant_id AND l.transfer_id = p.transfer_id AND NOT l.is_void
  LEFT JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
 WHERE p.tenant_id = $1 AND p.transfer_id = $2`;

/** Steps of a payment on its way to the bank. */
export function readWay(tx: Tx, tenantId: number, transferId: bigint): Promise<WayOfPayment | undefined> {
  return tx.first(WAY, [tenantId, transferId]);
}

export type LineOfBank = {
  readonly answer: string;
  readonly line: number;
  readonly kind: string;
  readonly code: string;
  readonly file: string;
  readonly at: string;
};

const LINES = `
SELECT l.bank_answer_id::text AS answer, l.line, l.kind, l.code, a.name AS file, coalesce(l.done_at, a.read_at) AS at
  FROM bank_answer_line l JOIN bank_answer a ON a.tenant_id = l.tenant_id AND a.id = l.bank_answer_id
 WHERE l.tenant_id = $1 AND l.transfer_id = $2
 ORDER BY a.id, l.line`;

/** Lines of files of the bank that are about a payment. */
export function listLinesOf(tx: Tx, tenantId: number, transferId: bigint): Promise<LineOfBank[]> {
  return tx.query(LINES, [tenantId, transferId]);
}
