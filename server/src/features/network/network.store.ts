import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { Channel, DeclineReason, SpendingCategory } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../platform/database.ts';
import type { InnerStatus } from '../cards/public.ts';

export type MessageKind = 'authorisation' | 'advice' | 'clearing' | 'reversal' | 'refund';

const TENANT_OF_PAN = `SELECT tenant_of_pan_hash($1) AS tenant_id`;
const TENANT_OF_REFERENCE = `SELECT tenant_of_network_reference($1) AS tenant_id`;

/** The tenant that a card number belongs to; the network does not know our tenants. */
export async function findTenantOfPan(tx: Tx, panHash: Buffer): Promise<number | undefined> {
  return (await tx.first<{ tenant_id: number | null }>(TENANT_OF_PAN, [panHash]))?.tenant_id ?? undefined;
}

/** The tenant of the message with that reference. */
export async function findTenantOfReference(tx: Tx, reference: string): Promise<number | undefined> {
  return (await tx.first<{ tenant_id: number | null }>(TENANT_OF_REFERENCE, [reference]))?.tenant_id ?? undefined;
}

const LOCK_REFERENCE = `SELECT pg_advisory_xact_lock(hashtextextended('network:' || $1, 0))`;

/** Repeats of a message at the same moment go one after the other, so all but the first find it. */
export async function lockReference(tx: Tx, reference: string): Promise<void> {
  await tx.run(LOCK_REFERENCE, [reference]);
}

export type StoredMessage = { readonly request_hash: Buffer; readonly response: NetworkAnswer };

const MESSAGE = `SELECT request_hash, response FROM network_message WHERE tenant_id = $1 AND reference = $2`;

export function findMessage(tx: Tx, tenantId: number, reference: string): Promise<StoredMessage | undefined> {
  return tx.first(MESSAGE, [tenantId, reference]);
}

const ADD_MESSAGE = `
INSERT INTO network_message (reference, tenant_id, kind, request_hash, response, authorisation_id, transfer_id, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

export async function addMessage(
  tx: Tx,
  message: {
    readonly tenantId: number;
    readonly kind: MessageKind;
    readonly requestHash: Buffer;
    readonly response: NetworkAnswer;
    readonly authorisationId: bigint | null;
    readonly transferId: bigint | null;
    readonly at: number;
  },
): Promise<void> {
  await tx.run(ADD_MESSAGE, [
    message.response.reference,
    message.tenantId,
    message.kind,
    message.requestHash,
    JSON.stringify(message.response),
    message.authorisationId,
    message.transferId,
    new Date(message.at),
  ]);
}

export type NetworkCard = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly status: InnerStatus;
  readonly expiry: string;
  readonly last4: string;
  readonly contactless_on: boolean;
  readonly spend_limit: bigint | null;
  readonly pvv: string | null;
  readonly pvv_key_index: number | null;
  readonly network_pin_failures: number;
  readonly is_virtual: boolean;
  readonly product_settings: unknown;
};

// A replaced card can share its number with its successor: the expiry that was asked for decides,
// else the card that lives. Locked against a change of the card, not against rows that point at it.
const CARD_BY_PAN = `
SELECT c.id, c.tenant_id, c.member_account_id, a.ledger_account_id, c.status, c.expiry, c.last4, c.contactless_on,
       c.spend_limit, c.pvv, c.pvv_key_index, c.network_pin_failures, p.is_virtual, p.settings AS product_settings
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
WHERE c.tenant_id = $1 AND c.pan_hash = $2
ORDER BY (c.expiry = $3) IS TRUE DESC, c.status IN ('Replaced', 'Closed'), c.expiry DESC
LIMIT 1
FOR NO KEY UPDATE OF c`;

/** The card of a number, locked until the transaction ends. */
export function lockCardByPan(
  tx: Tx,
  tenantId: number,
  panHash: Buffer,
  expiry: string | undefined,
): Promise<NetworkCard | undefined> {
  return tx.first(CARD_BY_PAN, [tenantId, panHash, expiry ?? null]);
}

const SET_PIN_FAILURES = `UPDATE card SET network_pin_failures = $3 WHERE tenant_id = $1 AND id = $2`;

export async function savePinFailures(tx: Tx, card: NetworkCard, failures: number): Promise<void> {
  await tx.run(SET_PIN_FAILURES, [card.tenant_id, card.id, failures]);
}

const SPENT_ON = `
SELECT coalesce(sum(current_amount), 0)::bigint AS spent FROM authorisation
WHERE tenant_id = $1 AND card_id = $2 AND day = $3::date AND status IN ('approved', 'cleared')`;

/** Cents that a card was approved for on a Melbourne day, less what was taken back. */
export async function readSpentOn(tx: Tx, card: NetworkCard, day: string): Promise<bigint> {
  const row = await tx.first<{ spent: bigint }>(SPENT_ON, [card.tenant_id, card.id, day]);
  return row?.spent ?? 0n;
}

export type NewAuthorisation = {
  readonly tenantId: number;
  readonly publicId: string;
  readonly reference: string;
  readonly cardId: bigint;
  readonly memberAccountId: bigint;
  readonly isAdvice: boolean;
  readonly amount: bigint;
  readonly answer: string;
  readonly declineReason: DeclineReason | null;
  readonly approvalCode: string | null;
  readonly hold: { readonly id: bigint; readonly expiresAt: number } | null;
  readonly merchantName: string;
  readonly merchantRaw: string | null;
  readonly merchantCity: string | null;
  readonly merchantCountry: string;
  readonly mcc: string;
  readonly category: SpendingCategory;
  readonly channel: Channel;
  readonly isEstimate: boolean;
  readonly receipt: string;
  readonly at: number;
  readonly day: string;
};

const ADD_AUTHORISATION = `
INSERT INTO authorisation (tenant_id, public_id, reference, card_id, member_account_id, is_advice, amount,
                           current_amount, status, answer, decline_reason, approval_code, hold_id, expires_at,
                           merchant_name, merchant_raw, merchant_city, merchant_country, mcc, category, channel,
                           is_estimate, receipt, at, day)
VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
RETURNING id`;

export async function addAuthorisation(tx: Tx, row: NewAuthorisation): Promise<bigint> {
  const added = await tx.first<{ id: bigint }>(ADD_AUTHORISATION, [
    row.tenantId,
    row.publicId,
    row.reference,
    row.cardId,
    row.memberAccountId,
    row.isAdvice,
    row.amount,
    row.hold === null ? 'declined' : 'approved',
    row.answer,
    row.declineReason,
    row.approvalCode,
    row.hold?.id ?? null,
    row.hold === null ? null : new Date(row.hold.expiresAt),
    row.merchantName,
    row.merchantRaw,
    row.merchantCity,
    row.merchantCountry,
    row.mcc,
    row.category,
    row.channel,
    row.isEstimate,
    row.receipt,
    new Date(row.at),
    row.day,
  ]);
  if (!added) throw new Error('an insert answers its row');
  return added.id;
}

export type StoredAuthorisation = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly public_id: string;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly status: 'approved' | 'declined' | 'cleared' | 'reversed' | 'expired';
  readonly current_amount: bigint;
  readonly approval_code: string | null;
  readonly hold_id: bigint | null;
  readonly receipt: string;
  /** timestamptz as text. */
  readonly at: string;
};

const AUTHORISATION = `
SELECT o.id, o.tenant_id, o.public_id, o.member_account_id, a.ledger_account_id, o.status, o.current_amount,
       o.approval_code, o.hold_id, o.receipt, o.at
FROM authorisation o
JOIN member_account a ON a.tenant_id = o.tenant_id AND a.id = o.member_account_id`;

const AUTHORISATION_BY_REFERENCE = `${AUTHORISATION}
WHERE o.tenant_id = $1 AND o.reference = $2
FOR NO KEY UPDATE OF o`;

/** Locked until the transaction ends; always before the ledger's account, so that nobody deadlocks. */
export function lockAuthorisation(
  tx: Tx,
  tenantId: number,
  reference: string,
): Promise<StoredAuthorisation | undefined> {
  return tx.first(AUTHORISATION_BY_REFERENCE, [tenantId, reference]);
}

const TENANTS = `SELECT id FROM tenant ORDER BY id`;

export async function listTenants(tx: Tx): Promise<number[]> {
  return (await tx.query<{ id: number }>(TENANTS)).map(({ id }) => id);
}

// In the order in which the ledger locks accounts. What another server is busy with is left to it.
const DUE = `${AUTHORISATION}
WHERE o.tenant_id = $1 AND o.status = 'approved' AND o.expires_at <= $2
ORDER BY a.ledger_account_id, o.id
LIMIT 100
FOR NO KEY UPDATE OF o SKIP LOCKED`;

/** Approved purchases whose holds have run out. */
export function lockDueAuthorisations(tx: Tx, tenantId: number, at: number): Promise<StoredAuthorisation[]> {
  return tx.query(DUE, [tenantId, new Date(at)]);
}

const SET_COURSE = `UPDATE authorisation SET status = $3, current_amount = $4 WHERE tenant_id = $1 AND id = $2`;

export async function saveCourse(
  tx: Tx,
  authorisation: StoredAuthorisation,
  status: StoredAuthorisation['status'],
  currentAmount: bigint,
): Promise<void> {
  await tx.run(SET_COURSE, [authorisation.tenant_id, authorisation.id, status, currentAmount]);
}
