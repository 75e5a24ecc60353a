import type { PausingSide } from '../../../outside/npp/agreements/port.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Cents } from '../../../platform/money.ts';
import type { AgreementState } from './agreement.states.domain.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type AgreementRow = {
  readonly id: bigint;
  readonly reference: string;
  readonly auto_topup_id: bigint;
  readonly member_account_id: bigint;
  readonly topped_up: string;
  readonly payee: string;
  readonly name: string;
  readonly bsb: string;
  readonly account_number: string;
  readonly maximum: bigint;
  readonly fee_due: bigint;
  readonly state: AgreementState;
  readonly paused_by: PausingSide | null;
  readonly reason: string | null;
  readonly bank_id: string | null;
  readonly wanted: 'active' | 'paused' | null;
  readonly made_at: string;
  readonly respond_by: string;
  readonly asked_at: string | null;
  readonly look_at: string | null;
  /** Its automatic top-up is still of it. Else it is cancelled at the bank. */
  readonly is_current: boolean;
};

const ROW = `
SELECT g.id, g.reference::text, g.auto_topup_id, g.member_account_id, a.account_number AS topped_up, b.name AS payee,
       g.name, g.bsb, g.account_number, g.maximum, g.fee_due, g.state, g.paused_by, g.reason, g.bank_id, g.wanted,
       g.made_at, g.respond_by, g.asked_at, g.look_at,
       t.agreement_id = g.id AND t.state NOT IN ('Expired', 'Cancelled') AS is_current
  FROM pay_to_agreement g
  JOIN auto_topup t ON t.tenant_id = g.tenant_id AND t.id = g.auto_topup_id
  JOIN member_account a ON a.tenant_id = g.tenant_id AND a.id = g.member_account_id
  JOIN brand b ON b.tenant_id = a.tenant_id AND b.id = a.brand_id
 WHERE g.tenant_id = $1`;

export function findAgreement(tx: Tx, tenantId: number, id: bigint): Promise<AgreementRow | undefined> {
  return tx.first(`${ROW} AND g.id = $2`, [tenantId, id]);
}

/** Locks an agreement and its automatic top-up, whose account the caller has locked. */
export async function lockAgreement(tx: Tx, tenantId: number, id: bigint): Promise<AgreementRow | undefined> {
  await tx.run(LOCK_TOPUP, [tenantId, id]);
  return tx.first(`${ROW} AND g.id = $2 FOR UPDATE OF g`, [tenantId, id]);
}

const LOCK_TOPUP = `
SELECT FROM auto_topup
 WHERE tenant_id = $1 AND id = (SELECT auto_topup_id FROM pay_to_agreement WHERE id = $2) FOR UPDATE`;

export type NewAgreement = {
  readonly reference: string;
  readonly autoTopupId: bigint;
  readonly memberAccountId: bigint;
  readonly name: string;
  readonly bsb: string;
  readonly accountNumber: string;
  readonly maximum: Cents;
  readonly fee: Cents;
  readonly madeAt: number;
  readonly respondBy: number;
};

const INSERT = `
INSERT INTO pay_to_agreement (tenant_id, reference, auto_topup_id, member_account_id, name, bsb, account_number, maximum,
                              fee_due, state, made_at, respond_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'Asked', $10, $11) RETURNING id`;

/** Adds an agreement that the bank is going to be asked for. */
export async function insertAgreement(tx: Tx, tenantId: number, given: NewAgreement): Promise<bigint> {
  const row = await tx.first<{ id: bigint }>(INSERT, [
    tenantId,
    given.reference,
    given.autoTopupId,
    given.memberAccountId,
    given.name,
    given.bsb,
    given.accountNumber,
    given.maximum,
    given.fee,
    iso(given.madeAt),
    iso(given.respondBy),
  ]);
  if (!row) throw new Error('an agreement was not inserted');
  return row.id;
}

const COUNT = `
SELECT count(*) AS made FROM pay_to_agreement WHERE tenant_id = $1 AND member_account_id = $2 AND made_at >= $3`;

/** Agreements that an account was asked for since a moment. */
export async function countAgreements(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  since: number,
): Promise<number> {
  return Number((await tx.first<{ made: bigint }>(COUNT, [tenantId, memberAccountId, iso(since)]))?.made ?? 0n);
}

const TO_ASK = `
SELECT id FROM pay_to_agreement WHERE tenant_id = $1 AND state = 'Asked' AND asked_at IS NULL ORDER BY id LIMIT $2`;

/** Agreements that the bank was not asked for yet. */
export async function listToAsk(tx: Tx, tenantId: number, most: number): Promise<bigint[]> {
  return (await tx.query<{ id: bigint }>(TO_ASK, [tenantId, most])).map(({ id }) => id);
}

const ASKED = `
UPDATE pay_to_agreement SET asked_at = $3 WHERE tenant_id = $1 AND id = $2 AND state = 'Asked' AND asked_at IS NULL`;

/** Notes that the bank is going to be asked for an agreement. False: it was before. */
export async function saveAsked(tx: Tx, tenantId: number, id: bigint, atMs: number): Promise<boolean> {
  return (await tx.run(ASKED, [tenantId, id, iso(atMs)])) === 1;
}

const OPEN = `
SELECT FROM pay_to_agreement WHERE tenant_id = $1 AND id = $2 AND state = 'Asked' AND asked_at IS NOT NULL FOR UPDATE`;

/** Locks an agreement. True while the bank's answer to our asking is not known. */
export async function lockAsked(tx: Tx, tenantId: number, id: bigint): Promise<boolean> {
  return (await tx.first<object>(OPEN, [tenantId, id])) !== undefined;
}

const TO_LOOK = `
SELECT id FROM pay_to_agreement WHERE tenant_id = $1 AND look_at <= $2 ORDER BY look_at LIMIT $3`;

/** Agreements that the bank is asked about now. */
export async function listToLook(tx: Tx, tenantId: number, now: number, most: number): Promise<bigint[]> {
  return (await tx.query<{ id: bigint }>(TO_LOOK, [tenantId, iso(now), most])).map(({ id }) => id);
}

const SAVE = `
UPDATE pay_to_agreement
   SET state = $3, paused_by = $4, reason = $5, bank_id = coalesce($6, bank_id), wanted = $7, look_at = $8
 WHERE tenant_id = $1 AND id = $2`;

export type SavedAgreement = {
  readonly state: AgreementState;
  readonly pausedBy: PausingSide | null;
  readonly reason: string | null;
  readonly bankId: string | null;
  readonly wanted: 'active' | 'paused' | null;
  /** Business time in ms; null: it is not looked at any more. */
  readonly lookAt: number | null;
};

export function saveAgreement(tx: Tx, tenantId: number, id: bigint, saved: SavedAgreement): void {
  const { state, pausedBy, reason, bankId, wanted, lookAt } = saved;
  tx.later(SAVE, [tenantId, id, state, pausedBy, reason, bankId, wanted, lookAt === null ? null : iso(lookAt)]);
}

/** When an agreement is looked at next, without an answer of the bank. */
export function saveLookAt(tx: Tx, tenantId: number, id: bigint, atMs: number): void {
  tx.later('UPDATE pay_to_agreement SET look_at = $3 WHERE tenant_id = $1 AND id = $2 AND look_at IS NOT NULL', [
    tenantId,
    id,
    iso(atMs),
  ]);
}

/** Saves what our side wants an agreement to become: it is looked at straight away. */
export function saveWanted(tx: Tx, tenantId: number, id: bigint, wanted: 'active' | 'paused', atMs: number): void {
  tx.later(
    `UPDATE pay_to_agreement SET wanted = $3, look_at = $4
      WHERE tenant_id = $1 AND id = $2 AND state IN ('Active', 'Paused')`,
    [tenantId, id, wanted, iso(atMs)],
  );
}

/** Saves that the fee of an agreement was paid. */
export function saveFeePaid(tx: Tx, tenantId: number, id: bigint): void {
  tx.later('UPDATE pay_to_agreement SET fee_due = 0 WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
}
