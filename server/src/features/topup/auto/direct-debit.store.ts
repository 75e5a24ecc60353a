import type { Tx } from '../../../platform/database/database.ts';
import type { AutoTopupState } from './auto-topup.states.domain.ts';
import type { AutoTopupWay } from './auto-topup.store.ts';
import type { DirectDebitState } from './direct-debit.states.domain.ts';

export type DebitRow = {
  readonly id: bigint;
  readonly auto_topup_id: bigint;
  readonly member_account_id: bigint;
  readonly amount: bigint;
  readonly state: DirectDebitState;
  readonly topup_state: AutoTopupState;
  readonly referred: number;
  /** Agreement that it was taken by; null: a file. */
  readonly agreement_id: bigint | null;
  /** Its agreement still debits this bank account. */
  readonly is_of_bank: boolean;
};

const FIND = `
SELECT d.id, d.auto_topup_id, d.member_account_id, d.amount, d.state, a.state AS topup_state, a.referred, d.agreement_id,
       (d.bsb, d.account_number) = (a.bsb, a.account_number) AND d.agreement_id IS NOT DISTINCT FROM a.agreement_id
         AS is_of_bank
  FROM direct_debit d JOIN auto_topup a ON a.id = d.auto_topup_id
 WHERE d.tenant_id = $1 AND d.id = $2`;

export function findDebit(tx: Tx, tenantId: number, id: bigint): Promise<DebitRow | undefined> {
  return tx.first(FIND, [tenantId, id]);
}

const REFERENCED = `
SELECT d.id FROM direct_debit d
  LEFT JOIN bank_has_line b ON b.tenant_id = d.tenant_id AND b.debit_id = d.id
 WHERE d.tenant_id = $1
   AND (b.reference IN ('AUTO TOP-UP ' || $2, 'AUTO ' || $2) OR (b.reference IS NULL AND d.id = $2::bigint))
 ORDER BY d.id DESC LIMIT 1`;

/** Debit by the number in its reference: its own, or that of a file that a restore lost. */
export async function findReferencedDebit(tx: Tx, tenantId: number, number: bigint): Promise<DebitRow | undefined> {
  const found = await tx.first<{ id: bigint }>(REFERENCED, [tenantId, String(number)]);
  return found && findDebit(tx, tenantId, found.id);
}

export function saveDebitCredited(tx: Tx, tenantId: number, id: bigint, transferId: bigint): void {
  tx.later(`UPDATE direct_debit SET state = 'Credited', transfer_id = $3 WHERE tenant_id = $1 AND id = $2`, [
    tenantId,
    id,
    transferId,
  ]);
}

/** Saves a return. `enteredId`: its posting, where the desk entered it and no line of a file; else null. */
export function saveDebitReturned(
  tx: Tx,
  tenantId: number,
  id: bigint,
  of: { readonly state: 'Returned' | 'TakenBack'; readonly reason: string; readonly enteredId: bigint | null },
): void {
  tx.later('UPDATE direct_debit SET state = $3, reason = $4, entered_return_id = $5 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    of.state,
    of.reason,
    of.enteredId,
  ]);
}

const DUE = `
SELECT id FROM direct_debit WHERE tenant_id = $1 AND state = 'Collected' AND credit_on <= $2 ORDER BY id LIMIT $3`;

/** Debits that are credited today. */
export async function listDueCredits(tx: Tx, tenantId: number, today: string, most: number): Promise<bigint[]> {
  return (await tx.query<{ id: bigint }>(DUE, [tenantId, today, most])).map(({ id }) => id);
}

export type PastDebit = {
  readonly amount: bigint;
  readonly state: DirectDebitState;
  readonly fired_at: string;
  readonly credit_on: string | null;
  /** Taken by a call, which is settled within seconds. */
  readonly is_by_call: boolean;
};

const PAST = `
SELECT amount, state, fired_at, credit_on::text, agreement_id IS NOT NULL AS is_by_call FROM direct_debit
 WHERE tenant_id = $1 AND member_account_id = $2 ORDER BY id DESC LIMIT $3`;

export function listDebits(tx: Tx, tenantId: number, memberAccountId: bigint, most: number): Promise<PastDebit[]> {
  return tx.query(PAST, [tenantId, memberAccountId, most]);
}

const IN_FLIGHT = `
SELECT amount, state, fired_at, credit_on::text, agreement_id IS NOT NULL AS is_by_call FROM direct_debit
 WHERE tenant_id = $1 AND member_account_id = $2 AND state IN ('Made', 'Sent', 'Collected')`;

/** Debits in flight to an account. */
export function listInFlight(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<PastDebit[]> {
  return tx.query(IN_FLIGHT, [tenantId, memberAccountId]);
}

export type AccountAutoTopup = {
  readonly member_account_id: bigint;
  readonly has_in_flight: boolean;
  readonly state: AutoTopupState | null;
  readonly way: AutoTopupWay | null;
};

const OF_ACCOUNTS = `
SELECT m.id AS member_account_id, a.state, a.way,
       EXISTS (SELECT FROM direct_debit d WHERE d.member_account_id = m.id AND d.state IN ('Made', 'Sent', 'Collected'))
         AS has_in_flight
  FROM unnest($2::bigint[]) AS m (id)
  LEFT JOIN auto_topup a ON a.tenant_id = $1 AND a.member_account_id = m.id AND a.state <> 'Cancelled'`;

export function readAutoTopups(tx: Tx, tenantId: number, accounts: readonly bigint[]): Promise<AccountAutoTopup[]> {
  return tx.query(OF_ACCOUNTS, [tenantId, accounts]);
}
