import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { BankMethod } from '@wattle/contract/rules/payment-methods.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { maskWords, openText } from '../../../platform/secrets/typed-card-numbers.ts';
import type { Rail } from '../../payments/public.ts';
import { notingPayments } from '../../webhook-events/public.ts';
import type { PaymentOutState } from '../payment-out.states.domain.ts';

export type PaidOut = {
  readonly transfer_id: bigint;
  readonly method: BankMethod;
  readonly rail: Rail;
  readonly state: PaymentOutState;
  /** Why it came back. */
  readonly reason: string | null;
  readonly name: string;
  readonly bsb: string;
  readonly amount: bigint;
  readonly purpose: number | null;
  readonly paid_on: string;
  readonly counted_on: string;
  readonly is_return: boolean;
  /** The 1 cent verification deposit. */
  readonly is_deposit: boolean;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly is_closed: boolean;
  readonly language: Language;
};

const FIND = `
SELECT p.transfer_id, p.method, p.rail, p.state, p.reason, p.name, p.bsb, p.amount, p.purpose, p.paid_on::text,
       coalesce(p.counted_on, p.paid_on)::text AS counted_on, p.is_return, p.is_deposit,
       p.member_account_id, a.ledger_account_id, a.is_closed, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language
  FROM payment_out p
  JOIN member_account a ON a.tenant_id = p.tenant_id AND a.id = p.member_account_id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE p.tenant_id = $1 AND p.transfer_id = $2`;

/** Payment that has left, with its paying account. */
export async function findPaidOut(
  tx: Tx,
  secrets: Secrets,
  tenantId: number,
  transferId: bigint,
): Promise<PaidOut | undefined> {
  const row = await tx.first<PaidOut>(FIND, [tenantId, transferId]);
  return row && { ...row, name: maskWords(openText(secrets, row.name)) };
}

const STATE = 'SELECT state FROM payment_out WHERE tenant_id = $1 AND transfer_id = $2';

export async function readState(tx: Tx, tenantId: number, transferId: bigint): Promise<PaymentOutState | undefined> {
  return (await tx.first<{ state: PaymentOutState }>(STATE, [tenantId, transferId]))?.state;
}

/**
 * SQL: the bank cannot have the payment `p`. No server has begun to send it: its file is unsent (state and `tried_at`,
 * which is written before sending), and no call is recorded of a payment that goes by one. After a restore, no unmatched line that the bank has may
 * be this payment.
 */
export const IS_WITH_US = `p.state = 'Made'
   AND NOT EXISTS (SELECT FROM bank_file_line l JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
                    WHERE l.tenant_id = p.tenant_id AND l.transfer_id = p.transfer_id AND NOT l.is_void
                      AND (f.state <> 'Made' OR f.tried_at IS NOT NULL))
   AND (p.rail = 'file'
        OR NOT EXISTS (SELECT FROM payment_call c WHERE c.tenant_id = p.tenant_id AND c.transfer_id = p.transfer_id))
   AND NOT EXISTS (SELECT FROM bank_has_line b
                    WHERE b.tenant_id = p.tenant_id AND b.method = p.method AND b.cents = p.amount
                      AND b.transfer_id IS NULL AND b.debit_id IS NULL)`;

const LOCK_FILE = `
SELECT f.id FROM bank_file_line l JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
 WHERE l.tenant_id = $1 AND l.transfer_id = $2 AND NOT l.is_void FOR UPDATE OF f`;
const LOCK_PAYMENT = 'SELECT FROM payment_out WHERE tenant_id = $1 AND transfer_id = $2 FOR UPDATE';
const WITH_US = `SELECT 1 AS one FROM payment_out p WHERE p.tenant_id = $1 AND p.transfer_id = $2 AND ${IS_WITH_US}`;

/** A payment that the bank cannot have, locked with its file so that no server begins to send or to call for it. */
export async function lockWithUs(
  tx: Tx,
  tenantId: number,
  transferId: bigint,
): Promise<{ readonly fileId: bigint | null } | undefined> {
  const file = await tx.first<{ id: bigint }>(LOCK_FILE, [tenantId, transferId]);
  await tx.first<object>(LOCK_PAYMENT, [tenantId, transferId]);
  const isWithUs = await tx.first<object>(WITH_US, [tenantId, transferId]);
  return isWithUs && { fileId: file?.id ?? null };
}

const FILE = `
SELECT f.name FROM bank_file_line l JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
 WHERE l.tenant_id = $1 AND l.transfer_id = $2 AND NOT l.is_void`;

/** Name of the file that carries a payment. */
export async function findFileOf(tx: Tx, tenantId: number, transferId: bigint): Promise<string | undefined> {
  return (await tx.first<{ name: string }>(FILE, [tenantId, transferId]))?.name;
}

const RETURNED = notingPayments(`
UPDATE payment_out payment SET state = 'Returned', reason = $3, returned_at = $4 WHERE tenant_id = $1 AND transfer_id = $2`);

export function saveReturned(tx: Tx, tenantId: number, transferId: bigint, reason: string, atMs: number): void {
  tx.later(RETURNED, [tenantId, transferId, reason, new Date(atMs)]);
}

const SETTLED = notingPayments(`
UPDATE payment_out payment SET state = 'Settled', settled_at = $3, sent_at = coalesce(sent_at, $3)
 WHERE tenant_id = $1 AND transfer_id = $2 AND state = ANY ($4::text[])`);

export function saveSettled(
  tx: Tx,
  tenantId: number,
  transferId: bigint,
  from: readonly PaymentOutState[],
  atMs: number,
): void {
  tx.later(SETTLED, [tenantId, transferId, new Date(atMs), from]);
}
