import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { openText } from '../../../platform/secrets/typed-card-numbers.ts';
import type { Rail } from '../../payments/public.ts';
import { notingPayments } from '../../webhook-events/public.ts';
import type { PaymentOutState } from '../payment-out.states.domain.ts';

// Locked, so that its payer cannot stop it meanwhile.
const LOCK_DUE = `
SELECT p.state, p.rail, waits_for_sanctions($1, p.transfer_id) AS waits FROM payment_out p
 WHERE p.tenant_id = $1 AND p.transfer_id = $2 FOR UPDATE`;
const INSERT = `
INSERT INTO payment_call (tenant_id, transfer_id, called_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

/**
 * Records that the bank is going to be asked for a payment. `known`: it was recorded before, or the payment stopped.
 * `waits`: the name of its payee has to be compared or decided first.
 */
export async function insertCall(
  tx: Tx,
  tenantId: number,
  transferId: bigint,
  atMs: number,
): Promise<'new' | 'known' | 'waits'> {
  const payment = await tx.first<{ state: PaymentOutState; rail: Rail; waits: boolean }>(LOCK_DUE, [
    tenantId,
    transferId,
  ]);
  if (payment?.state !== 'Made' || payment.rail !== 'call') return 'known';
  if (payment.waits) return 'waits';
  return (await tx.run(INSERT, [tenantId, transferId, new Date(atMs)])) === 1 ? 'new' : 'known';
}

export type Called = {
  readonly method: string;
  readonly rail: Rail;
  readonly member_account_id: bigint | null;
  readonly bsb: string;
  readonly account_number: string;
  readonly name: string;
  readonly reference: string;
  readonly remitter: string;
  readonly amount: bigint;
  /** When the call was recorded; null: it was not. */
  readonly called_at: string | null;
};

const FIND = `
SELECT p.method, p.rail, p.member_account_id, p.bsb, p.account_number, p.name, p.reference, p.remitter, p.amount,
       c.called_at
  FROM payment_out p LEFT JOIN payment_call c ON c.tenant_id = p.tenant_id AND c.transfer_id = p.transfer_id
 WHERE p.tenant_id = $1 AND p.transfer_id = $2`;

/** A payment as the bank is asked to carry it out. */
export async function findCalled(
  tx: Tx,
  secrets: Secrets,
  tenantId: number,
  transferId: bigint,
): Promise<Called | undefined> {
  const row = await tx.first<Called>(FIND, [tenantId, transferId]);
  return (
    row && {
      ...row,
      account_number: openText(secrets, row.account_number),
      name: openText(secrets, row.name),
      reference: openText(secrets, row.reference),
    }
  );
}

const LOCK_OPEN = `
SELECT FROM payment_call WHERE tenant_id = $1 AND transfer_id = $2 AND outcome IS NULL FOR UPDATE`;

/** Locks a call. True while the bank's final answer is not known. */
export async function lockOpenCall(tx: Tx, tenantId: number, transferId: bigint): Promise<boolean> {
  return (await tx.first<object>(LOCK_OPEN, [tenantId, transferId])) !== undefined;
}

export type CallOutcome = 'paid' | 'refused';

const SAVE = `
UPDATE payment_call SET outcome = $3, answer = $4, answered_at = $5 WHERE tenant_id = $1 AND transfer_id = $2`;

export async function saveOutcome(
  tx: Tx,
  tenantId: number,
  transferId: bigint,
  answered: { readonly outcome: CallOutcome; readonly answer: string; readonly atMs: number },
): Promise<void> {
  await tx.run(SAVE, [tenantId, transferId, answered.outcome, answered.answer, new Date(answered.atMs)]);
}

const ANSWER = 'SELECT answer FROM payment_call WHERE tenant_id = $1 AND transfer_id = $2';

/** Final answer to a call: the bank's own number of the payment, or the code of its refusal. */
export async function readAnswer(tx: Tx, tenantId: number, transferId: bigint): Promise<string> {
  return (await tx.first<{ answer: string | null }>(ANSWER, [tenantId, transferId]))?.answer ?? '';
}

const BY_FILE = `
UPDATE payment_out SET rail = 'file', state = 'Made', sent_at = NULL, value_date = $3
 WHERE tenant_id = $1 AND transfer_id = $2`;

/** Leaves a payment to the files that close on a day. */
export function saveByFile(tx: Tx, tenantId: number, transferId: bigint, valueDate: string): void {
  tx.later(BY_FILE, [tenantId, transferId, valueDate]);
}

const SENT = notingPayments(`
UPDATE payment_out payment SET state = 'Sent', sent_at = $3
 WHERE tenant_id = $1 AND transfer_id = $2 AND state = ANY ($4::text[])`);

/** Notes that the bank has taken a payment and answers later. Account of its payer, if that is new. */
export async function saveTaken(
  tx: Tx,
  tenantId: number,
  transferId: bigint,
  from: readonly PaymentOutState[],
  atMs: number,
): Promise<bigint | undefined> {
  const row = await tx.first<{ member_account_id: bigint | null }>(SENT, [tenantId, transferId, new Date(atMs), from]);
  return row?.member_account_id ?? undefined;
}
