import type { Funding, PayerCard } from '../../outside/gateway/port.ts';
import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database/database.ts';

export type ChargeState = 'Received' | 'Booked' | 'Returned' | 'ChargedBack';

export type ChargeRow = {
  readonly id: string;
  readonly tenant_id: number;
  readonly payment_id: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly state: ChargeState;
  readonly member_account_id: bigint | null;
  /** Business time; null: it was not charged back. */
  readonly charged_back_at: string | null;
  readonly chargeback_transfer_id: bigint | null;
  /** As the gateway says; null: it does not say. */
  readonly card_funding: Funding | null;
  readonly card_country: string | null;
};

const COLUMNS =
  'c.id, c.tenant_id, c.payment_id, c.amount, c.currency, c.state, c.member_account_id, c.charged_back_at, c.chargeback_transfer_id, c.card_funding, c.card_country';
const iso = (ms: number) => new Date(ms).toISOString();

export type NewCharge = {
  readonly tenantId: number;
  readonly id: string;
  readonly paymentId: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly cardHash: Buffer;
  readonly card: Omit<PayerCard, 'fingerprint' | 'saved'>;
  readonly fee: Cents | undefined;
  /** Business time in ms. */
  readonly receivedAt: number;
};

const INSERT = `
INSERT INTO gateway_charge
  (tenant_id, id, payment_id, amount, currency, card_hash, card_ending, state, received_at,
   card_funding, card_country, card_brand, card_wallet, fee)
VALUES ($1, $2, $3, $4, $5, $6, $7, 'Received', $8, $9, $10, $11, $12, $13) ON CONFLICT (tenant_id, id) DO NOTHING`;

/** Stores a charge of the gateway once. */
export async function keepCharge(tx: Tx, charge: NewCharge): Promise<void> {
  const { tenantId, id, paymentId, amount, currency, cardHash, card, receivedAt, fee = null } = charge;
  const { ending, funding = null, country = null, brand = null, wallet = null } = card;
  const what = [tenantId, id, paymentId, amount, currency, cardHash, ending, iso(receivedAt)];
  await tx.run(INSERT, [...what, funding, country, brand, wallet, fee]);
}

export function findCharge(tx: Tx, tenantId: number, id: string): Promise<ChargeRow | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM gateway_charge c WHERE c.tenant_id = $1 AND c.id = $2`, [tenantId, id]);
}

/** The same, locked until the transaction ends. */
export function lockCharge(tx: Tx, tenantId: number, id: string): Promise<ChargeRow | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM gateway_charge c WHERE c.tenant_id = $1 AND c.id = $2 FOR UPDATE`, [
    tenantId,
    id,
  ]);
}

/** Charges of a payment that are neither settled nor refunded. */
export function listReceived(tx: Tx, tenantId: number, paymentId: string): Promise<ChargeRow[]> {
  return tx.query(
    `SELECT ${COLUMNS} FROM gateway_charge c WHERE c.tenant_id = $1 AND c.payment_id = $2 AND c.state = 'Received' ORDER BY c.id`,
    [tenantId, paymentId],
  );
}

/** @param memberAccountId credited account, if any */
export function saveBooked(
  tx: Tx,
  { tenant_id, id }: ChargeRow,
  by: { readonly transferId: bigint; readonly atMs: number; readonly memberAccountId: bigint | null },
): void {
  tx.later(
    `UPDATE gateway_charge SET state = 'Booked', transfer_id = $3, booked_at = $4, member_account_id = $5
     WHERE tenant_id = $1 AND id = $2`,
    [tenant_id, id, by.transferId, iso(by.atMs), by.memberAccountId],
  );
}

export function saveChargeState(
  tx: Tx,
  { tenant_id, id }: Pick<ChargeRow, 'tenant_id' | 'id'>,
  state: 'Returned',
): void {
  tx.later('UPDATE gateway_charge SET state = $3 WHERE tenant_id = $1 AND id = $2', [tenant_id, id, state]);
}

/** Records the chargeback of a charge, and its transfer. From the same transaction the desk lists it. Business time. */
export function saveChargedBack(
  tx: Tx,
  { tenant_id, id }: ChargeRow,
  by: { readonly state: 'ChargedBack' | 'Returned'; readonly transferId: bigint; readonly atMs: number },
): void {
  tx.later(
    `UPDATE gateway_charge SET state = $3, charged_back_at = $4, chargeback_transfer_id = $5
     WHERE tenant_id = $1 AND id = $2`,
    [tenant_id, id, by.state, iso(by.atMs), by.transferId],
  );
}

/** Ends the chargeback of a charge whose money came back. */
export function saveWon(tx: Tx, { tenant_id, id, state }: ChargeRow): void {
  tx.later('UPDATE gateway_charge SET state = $3, charged_back_at = NULL WHERE tenant_id = $1 AND id = $2', [
    tenant_id,
    id,
    state === 'ChargedBack' ? 'Booked' : state,
  ]);
}

export type ChargebackRow = Pick<ChargeRow, 'id' | 'amount' | 'state'> & {
  readonly purpose: string;
  readonly subject: string;
  readonly card_ending: string;
  readonly charged_back_at: string;
  /** Cents that were refunded before: the programme has lost them until the chargeback is contested. */
  readonly refunded: Cents;
  /** Credited account, if any. */
  readonly account_number: string | null;
};

const CHARGED_BACK = `
SELECT c.id, c.amount, c.state, c.card_ending, c.charged_back_at, p.purpose, p.subject, a.account_number,
       coalesce((SELECT sum(r.amount) FROM gateway_refund r WHERE r.tenant_id = c.tenant_id AND r.charge_id = c.id
                    AND r.state IN ('Done', 'Paid')), 0)::bigint AS refunded
FROM gateway_charge c JOIN gateway_payment p ON p.tenant_id = c.tenant_id AND p.id = c.payment_id
LEFT JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
WHERE c.tenant_id = $1 AND c.charged_back_at IS NOT NULL ORDER BY c.charged_back_at DESC, c.id LIMIT $2`;

/** Charges with a chargeback, newest first. */
export function listChargedBack(tx: Tx, tenantId: number, most: number): Promise<ChargebackRow[]> {
  return tx.query(CHARGED_BACK, [tenantId, most]);
}
