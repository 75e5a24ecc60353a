import type { Cents } from '../../platform/money.ts';
import type { OpenedPage } from '../../outside/gateway/port.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { GatewayPaymentState } from './gateway-payment.states.domain.ts';
import { CARD_REFUSED, type RefundState } from './refund.store.ts';

export type GatewayPayment = {
  readonly id: string;
  readonly tenant_id: number;
  readonly brand_id: number;
  readonly purpose: string;
  readonly subject: string;
  readonly amount: Cents;
  readonly state: GatewayPaymentState;
  readonly charge_id: string | null;
  readonly counted_as: string | null;
  /** Login for which the card is saved once it is paid. */
  readonly saves_for: bigint | null;
  readonly address_hash: Buffer;
  readonly made_at: string;
  readonly expires_at: string;
  readonly entered_at: string | null;
  /** The gateway's own name of it; null: no answer to its opening came. */
  readonly gateway_id: string | null;
};

const COLUMNS =
  'p.id, p.tenant_id, p.brand_id, p.purpose, p.subject, p.amount, p.state, p.charge_id, p.counted_as, p.saves_for, p.address_hash, p.made_at, p.expires_at, p.entered_at, p.gateway_id';

const iso = (ms: number) => new Date(ms).toISOString();

export type NewPayment = {
  readonly id: string;
  readonly tenantId: number;
  readonly brandId: number;
  readonly purpose: string;
  readonly subject: string;
  readonly amount: Cents;
  readonly countedAs: string | null;
  readonly savesFor: bigint | null;
  readonly sstHash: Buffer;
  readonly addressHash: Buffer;
  readonly madeAt: number;
  readonly expiresAt: number;
  readonly backTo: string;
};

const INSERT = `
INSERT INTO gateway_payment
  (id, tenant_id, brand_id, purpose, subject, amount, state, sst_hash, address_hash, made_at, expires_at, counted_as, saves_for,
   back_to)
VALUES ($1, $2, $3, $4, $5, $6, 'Opening', $7, $8, $9, $10, $11, $12, $13)
ON CONFLICT (tenant_id, purpose, subject) WHERE state IN ('Opening', 'Open', 'Unknown') DO NOTHING
RETURNING id`;

/** False if another payment of the subject is undecided. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<boolean> {
  const {
    id,
    tenantId,
    brandId,
    purpose,
    subject,
    amount,
    sstHash,
    addressHash,
    madeAt,
    expiresAt,
    countedAs,
    savesFor,
    backTo,
  } = payment;
  const times = [iso(madeAt), iso(expiresAt)];
  const what = [id, tenantId, brandId, purpose, subject, amount];
  const values = [...what, sstHash, addressHash, ...times, countedAs, savesFor, backTo];
  return (await tx.first(INSERT, values)) !== undefined;
}

const LIVE = `
SELECT ${COLUMNS} FROM gateway_payment p
WHERE p.tenant_id = $1 AND p.purpose = $2 AND p.subject = $3 AND p.state IN ('Opening', 'Open', 'Unknown')`;

/** Undecided payment of a subject. */
export function findLive(
  tx: Tx,
  tenantId: number,
  purpose: string,
  subject: string,
): Promise<GatewayPayment | undefined> {
  return tx.first(LIVE, [tenantId, purpose, subject]);
}

export function findPayment(tx: Tx, tenantId: number, id: string): Promise<GatewayPayment | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM gateway_payment p WHERE p.tenant_id = $1 AND p.id = $2`, [tenantId, id]);
}

/** The same, locked until the transaction ends. */
export function lockPayment(tx: Tx, tenantId: number, id: string): Promise<GatewayPayment | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM gateway_payment p WHERE p.tenant_id = $1 AND p.id = $2 FOR UPDATE`, [
    tenantId,
    id,
  ]);
}

const SAVE_STATE = `
UPDATE gateway_payment SET state = $3, ended_at = coalesce($4, ended_at),
       page_url = CASE WHEN $3 = 'Open' THEN page_url END
WHERE tenant_id = $1 AND id = $2`;

/** @param endedAt business time in ms, if it ends */
export function saveState(
  tx: Tx,
  { tenant_id, id }: Pick<GatewayPayment, 'tenant_id' | 'id'>,
  state: GatewayPaymentState,
  endedAt: number | null,
): void {
  tx.later(SAVE_STATE, [tenant_id, id, state, endedAt === null ? null : iso(endedAt)]);
}

/** Records the gateway's page of a payment in Opening. False if it left that state; its name is kept all the same. */
export async function savePage(
  tx: Tx,
  tenantId: number,
  id: string,
  { page, gatewayId }: OpenedPage,
): Promise<boolean> {
  const row = await tx.first<{ state: GatewayPaymentState }>(
    `UPDATE gateway_payment SET gateway_id = $3, page_kind = $4,
            state = CASE state WHEN 'Opening' THEN 'Open' ELSE state END,
            page_url = CASE state WHEN 'Opening' THEN $5 END
      WHERE tenant_id = $1 AND id = $2 RETURNING state`,
    [tenantId, id, gatewayId, page.kind, page.url],
  );
  return row?.state === 'Open';
}

/** Id of the payment that the gateway names so, or that has such a charge. */
export async function findNamed(
  tx: Tx,
  tenantId: number,
  { gatewayId, chargeId }: { readonly gatewayId?: string | undefined; readonly chargeId?: string | undefined },
): Promise<string | undefined> {
  const row = await tx.first<{ id: string }>(
    `SELECT id FROM gateway_payment WHERE tenant_id = $1 AND gateway_id = $2
      UNION ALL SELECT payment_id FROM gateway_charge WHERE tenant_id = $1 AND id = $3 LIMIT 1`,
    [tenantId, gatewayId ?? null, chargeId ?? null],
  );
  return row?.id;
}

/** Counts a failed attempt of a payment once. False if it is known. Business time. */
export async function keepDecline(tx: Tx, { tenant_id, id }: GatewayPayment, decline: string, atMs: number) {
  const sql = `INSERT INTO gateway_decline (tenant_id, payment_id, id, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;
  return (await tx.run(sql, [tenant_id, id, decline, iso(atMs)])) === 1;
}

/** Whether an attempt of a payment failed. */
export async function hasDeclines(tx: Tx, { tenant_id, id }: GatewayPayment): Promise<boolean> {
  const sql = 'SELECT id FROM gateway_decline WHERE tenant_id = $1 AND payment_id = $2 LIMIT 1';
  return (await tx.first(sql, [tenant_id, id])) !== undefined;
}

const ENTER = `
WITH found AS (
  SELECT id, page_url, page_kind FROM gateway_payment
  WHERE tenant_id = $1 AND id = $2 AND sst_hash = $3 AND state = 'Open' AND entered_at IS NULL AND expires_at > $4
  FOR UPDATE
)
UPDATE gateway_payment p SET entered_at = $4, page_url = NULL FROM found
WHERE p.tenant_id = $1 AND p.id = found.id
RETURNING found.page_url AS url, found.page_kind AS kind`;

/** Returns the address of the gateway's page once, to a caller with both halves of the session. Security clock. */
export async function enterOnce(
  tx: Tx,
  tenantId: number,
  id: string,
  sstHash: Buffer,
  nowMs: number,
): Promise<GatewayPage | undefined> {
  const row = await tx.first<EnteredRow>(ENTER, [tenantId, id, sstHash, iso(nowMs)]);
  // A page of an earlier release is framed.
  return row?.url ? { url: row.url, kind: row.kind ?? 'frame' } : undefined;
}

type GatewayPage = OpenedPage['page'];
type EnteredRow = { readonly url: string | null; readonly kind: GatewayPage['kind'] | null };

const LEFT = `
SELECT back_to FROM gateway_payment WHERE tenant_id = $1 AND id = $2 AND page_kind = 'redirect'`;

/** Page of ours to which a browser comes back that left for the gateway's; undefined: its page was framed. */
export async function findWayBack(tx: Tx, tenantId: number, id: string): Promise<string | undefined> {
  return (await tx.first<{ back_to: string | null }>(LEFT, [tenantId, id]))?.back_to ?? undefined;
}

const ASK_NOW = `
UPDATE gateway_payment SET asked_at = $3
WHERE tenant_id = $1 AND id = $2 AND (asked_at IS NULL OR asked_at <= $4 OR asked_at > $3)`;

/** True if the gateway was not queried recently; records this query. Security clock. */
export async function takeAsking(tx: Tx, tenantId: number, id: string, nowMs: number, everyMs: number) {
  return (await tx.run(ASK_NOW, [tenantId, id, iso(nowMs), iso(nowMs - everyMs)])) === 1;
}

/** Records the charge that settles a payment, unless it has one. */
export async function claimCharge(tx: Tx, payment: GatewayPayment, chargeId: string): Promise<void> {
  await tx.run('UPDATE gateway_payment SET charge_id = $3 WHERE tenant_id = $1 AND id = $2 AND charge_id IS NULL', [
    payment.tenant_id,
    payment.id,
    chargeId,
  ]);
}

export type NewestCharge = {
  readonly id: string;
  readonly state: GatewayPaymentState;
  readonly amount: Cents;
  readonly made_at: string;
  readonly charge_id: string | null;
  readonly card_ending: string | null;
  readonly refund_state: RefundState | null;
  readonly is_card_refused: boolean;
};

const NEWEST = `
SELECT p.id, p.state, p.amount, p.made_at, p.charge_id, c.card_ending, r.state AS refund_state,
       EXISTS (SELECT FROM gateway_refund
                WHERE tenant_id = p.tenant_id AND charge_id = p.charge_id AND reason = $4) AS is_card_refused
FROM gateway_payment p
LEFT JOIN gateway_charge c ON c.tenant_id = p.tenant_id AND c.id = p.charge_id
LEFT JOIN LATERAL (
  SELECT state FROM gateway_refund
  WHERE tenant_id = p.tenant_id AND charge_id = p.charge_id ORDER BY asked_at DESC LIMIT 1
) r ON true
WHERE p.tenant_id = $1 AND p.purpose = $2 AND p.subject = $3
ORDER BY p.made_at DESC, p.id LIMIT 1`;

/** Latest payment of a subject, with its settling charge and the state of the latest refund. */
export function findNewest(
  tx: Tx,
  tenantId: number,
  purpose: string,
  subject: string,
): Promise<NewestCharge | undefined> {
  return tx.first(NEWEST, [tenantId, purpose, subject, CARD_REFUSED]);
}

const UNSURE = `
SELECT ${COLUMNS} FROM gateway_payment p
WHERE p.tenant_id = $1 AND p.purpose = ANY ($2) AND p.subject = $3 AND p.state = 'Unknown' ORDER BY p.made_at`;

/** Payments of a subject that may have been paid. */
export function listUnsure(
  tx: Tx,
  tenantId: number,
  purposes: readonly string[],
  subject: string,
): Promise<GatewayPayment[]> {
  return tx.query(UNSURE, [tenantId, purposes, subject]);
}

const SETTLED = `
SELECT p.state, p.amount, c.transfer_id, c.booked_at,
       EXISTS (SELECT FROM gateway_refund r
                WHERE r.tenant_id = $1 AND r.charge_id = p.charge_id AND r.reason = $3) AS is_card_refused
FROM gateway_payment p LEFT JOIN gateway_charge c ON c.tenant_id = p.tenant_id AND c.id = p.charge_id
WHERE p.tenant_id = $1 AND p.id = $2`;

export type SettledPayment = Pick<GatewayPayment, 'state' | 'amount'> & {
  readonly transfer_id: bigint | null;
  readonly booked_at: string | null;
  readonly is_card_refused: boolean;
};

/** Payment with the transfer that booked it. */
export function findSettled(tx: Tx, tenantId: number, id: string): Promise<SettledPayment | undefined> {
  return tx.first(SETTLED, [tenantId, id, CARD_REFUSED]);
}

/** Moment to which a programme was restored, in ms; undefined: never restored. */
export async function findRestoredTo(tx: Tx, tenantId: number): Promise<number | undefined> {
  const sql = 'SELECT restored_to FROM instance_hold WHERE tenant_id = $1';
  const row = await tx.first<{ restored_to: string }>(sql, [tenantId]);
  return row && new Date(row.restored_to).getTime();
}

/** Payments among these that the ledger has. */
export async function findKnown(tx: Tx, tenantId: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const sql = 'SELECT id FROM gateway_payment WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';
  return new Set((await tx.query<{ id: string }>(sql, [tenantId, ids])).map(({ id }) => id));
}
