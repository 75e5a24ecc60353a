import * as z from 'zod';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import type { ResolvedPayId } from '../../../outside/npp/port.ts';
import type { EarlierLookUp } from './look-up-limits.domain.ts';

type Sealing = Pick<Secrets, 'sealTyped' | 'openTyped'>;

const found = z.object({
  name: z.string(),
  bank: z.string().nullable(),
  account: z.object({ bsb: z.string(), accountNumber: z.string() }).nullable(),
});

/** A look-up with what was found. */
export type LookUp = {
  readonly id: string;
  readonly owner: string;
  readonly payId: string;
  readonly destination: string;
  readonly at: number;
  /** Null: not found. */
  readonly found: ResolvedPayId | null;
  readonly isAgreed: boolean;
  readonly isMoved: boolean;
};

type Row = {
  readonly id: string;
  readonly owner: string;
  readonly asked: string;
  readonly destination: string;
  readonly at: string;
  readonly found: string | null;
  readonly agreed_at: string | null;
  readonly moved_at: string | null;
};

const opened = (secrets: Sealing, row: Row): LookUp => ({
  id: row.id,
  owner: row.owner,
  payId: secrets.openTyped(row.asked),
  destination: row.destination,
  at: Date.parse(row.at),
  found: row.found === null ? null : found.parse(JSON.parse(secrets.openTyped(row.found))),
  isAgreed: row.agreed_at !== null,
  isMoved: row.moved_at !== null,
});

const COLUMNS = 'l.id, l.owner, l.asked, l.destination, l.at, l.found, l.agreed_at, l.moved_at';
const FIND = `SELECT ${COLUMNS} FROM pay_id_look_up l WHERE l.tenant_id = $1 AND l.id = $2`;

export async function findLookUp(tx: Tx, secrets: Sealing, tenantId: number, id: string): Promise<LookUp | undefined> {
  const row = await tx.first<Row>(FIND, [tenantId, id]);
  return row && opened(secrets, row);
}

const OF_PAYMENT = `
SELECT ${COLUMNS} FROM pay_id_payment p JOIN pay_id_look_up l ON l.id = p.look_up_id
 WHERE p.tenant_id = $1 AND l.tenant_id = $1 AND p.transfer_id = $2`;

/** The look-up that a payment goes by. */
export async function findLookUpOfPayment(
  tx: Tx,
  secrets: Sealing,
  tenantId: number,
  transferId: bigint,
): Promise<LookUp | undefined> {
  const row = await tx.first<Row>(OF_PAYMENT, [tenantId, transferId]);
  return row && opened(secrets, row);
}

const LAST_AGREED = `
SELECT ${COLUMNS} FROM pay_id_look_up l
 WHERE l.tenant_id = $1 AND l.owner = $2 AND l.destination = $3 AND l.agreed_at IS NOT NULL
 ORDER BY l.agreed_at DESC LIMIT 1`;

/** The look-up by which a sign-in has last ordered a payment to a PayID. */
export async function findLastAgreed(
  tx: Tx,
  secrets: Sealing,
  tenantId: number,
  { owner, destination }: { readonly owner: string; readonly destination: string },
): Promise<(LookUp & { readonly agreedAt: string }) | undefined> {
  const row = await tx.first<Row>(LAST_AGREED, [tenantId, owner, destination]);
  return row?.agreed_at ? { ...opened(secrets, row), agreedAt: row.agreed_at } : undefined;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const EARLIER = `
SELECT at, asked, agreed_at IS NOT NULL AS "isPaid", is_known AS "isKnown" FROM pay_id_look_up
 WHERE tenant_id = $1 AND asker = $2 AND at > $3 ORDER BY at DESC LIMIT 500`;

/** Look-ups of a person within 24 hours, the newest first. */
export async function listEarlier(
  tx: Tx,
  secrets: Sealing,
  tenantId: number,
  { asker, now }: { readonly asker: string; readonly now: number },
): Promise<EarlierLookUp[]> {
  type Earlier = Pick<EarlierLookUp, 'isPaid' | 'isKnown'> & { readonly at: string; readonly asked: string };
  const rows = await tx.query<Earlier>(EARLIER, [tenantId, asker, new Date(now - DAY_MS)]);
  return rows.map(({ at, asked, ...is }) => ({ ...is, at: Date.parse(at), payId: secrets.openTyped(asked) }));
}

const COUNT = `
SELECT (SELECT count(*)::int FROM pay_id_look_up WHERE tenant_id = $1 AND network = $2 AND at > $3) AS "ofAddress",
       (SELECT count(*)::int FROM pay_id_look_up WHERE tenant_id = $1 AND at > $3) AS "ofProgramme"`;

/** Look-ups of a network address and of the programme within an hour. */
export async function countOthers(tx: Tx, tenantId: number, network: string, now: number) {
  const counted = await tx.first<{ readonly ofAddress: number; readonly ofProgramme: number }>(COUNT, [
    tenantId,
    network,
    new Date(now - HOUR_MS),
  ]);
  return counted ?? { ofAddress: 0, ofProgramme: 0 };
}

const SINCE = 'SELECT created_at AS since FROM web_account WHERE tenant_id = $1 AND id = $2';

/** When a sign-in was made; undefined: it is a card's. */
export async function findSignInSince(tx: Tx, tenantId: number, webAccountId: bigint | null) {
  if (webAccountId === null) return undefined;
  const row = await tx.first<{ since: string }>(SINCE, [tenantId, webAccountId]);
  return row && Date.parse(row.since);
}

export type NewLookUp = {
  readonly id: string;
  readonly asker: string;
  readonly owner: string;
  readonly network: string;
  readonly destination: string;
  readonly payId: string;
  readonly isKnown: boolean;
  readonly at: number;
};

const INSERT = `
INSERT INTO pay_id_look_up (tenant_id, id, asker, owner, network, destination, at, is_known, asked)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

export async function insertLookUp(tx: Tx, secrets: Sealing, tenantId: number, made: NewLookUp): Promise<void> {
  await tx.run(INSERT, [
    tenantId,
    made.id,
    made.asker,
    made.owner,
    made.network,
    made.destination,
    new Date(made.at),
    made.isKnown,
    secrets.sealTyped(made.payId),
  ]);
}

export async function saveFound(
  tx: Tx,
  secrets: Sealing,
  tenantId: number,
  id: string,
  { name, bank, account }: ResolvedPayId,
): Promise<void> {
  const sealed = secrets.sealTyped(JSON.stringify({ name, bank, account }));
  await tx.run('UPDATE pay_id_look_up SET found = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, sealed]);
}

const AGREE = 'UPDATE pay_id_look_up SET agreed_at = $3 WHERE tenant_id = $1 AND id = $2';

/** Notes that a payment was ordered by a look-up. */
export function saveAgreed(tx: Tx, tenantId: number, id: string, at: number): void {
  tx.later(AGREE, [tenantId, id, new Date(at)]);
}

const MOVE = 'UPDATE pay_id_look_up SET moved_at = coalesce(moved_at, $3) WHERE tenant_id = $1 AND id = $2';

/** Notes that a PayID has another name or account than a payer has agreed to. */
export async function saveMoved(tx: Tx, tenantId: number, id: string, at: number): Promise<void> {
  await tx.run(MOVE, [tenantId, id, new Date(at)]);
}

const OF = 'INSERT INTO pay_id_payment (tenant_id, transfer_id, look_up_id, pay_id) VALUES ($1, $2, $3, $4)';

/** Notes the look-up that a payment goes by. */
export function insertOfPayment(
  tx: Tx,
  tenantId: number,
  transferId: bigint,
  { id, payId }: Pick<LookUp, 'id' | 'payId'>,
): void {
  tx.later(OF, [tenantId, transferId, id, payId]);
}

const TIDY = `
DELETE FROM pay_id_look_up WHERE id IN (
  SELECT id FROM pay_id_look_up WHERE tenant_id = $1 AND at < CASE WHEN agreed_at IS NULL THEN $2 ELSE $3 END::timestamptz LIMIT $4)`;

/** Deletes look-ups by which nothing was ordered, and old ones by which something was. Returns how many. */
export function deleteOldLookUps(
  tx: Tx,
  tenantId: number,
  before: { readonly unpaid: number; readonly paid: number },
  most: number,
): Promise<number> {
  return tx.run(TIDY, [tenantId, new Date(before.unpaid), new Date(before.paid), most]);
}
