import type { Tx } from '../../../platform/database/database.ts';

/** Payment of the network that goes back, or does not. */
export type Returning = {
  readonly bankId: string;
  readonly cents: bigint;
  /** When the network was asked to; null: it was not. */
  readonly calledAt: string | null;
};

const DUE = `
SELECT l.bank_answer_id::text AS id
  FROM instant_incoming i
  JOIN bank_answer_line l ON l.tenant_id = i.tenant_id AND l.bank_answer_id = i.bank_answer_id
 WHERE l.tenant_id = $1 AND l.state = 'Suspense' AND i.back_called_at IS NULL ORDER BY l.bank_answer_id LIMIT $2`;

/** Payments in suspense that the network was not asked to send back. */
export async function listToReturn(tx: Tx, tenantId: number, most: number): Promise<string[]> {
  return (await tx.query<{ id: string }>(DUE, [tenantId, most])).map(({ id }) => id);
}

const LOCK = `
SELECT l.state, i.back_called_at IS NOT NULL AS "wasCalled"
  FROM bank_answer_line l
  JOIN instant_incoming i ON i.tenant_id = l.tenant_id AND i.bank_answer_id = l.bank_answer_id
 WHERE l.tenant_id = $1 AND l.bank_answer_id = $2 FOR UPDATE`;
const GOES = `
UPDATE bank_answer_line SET state = 'GoingBack' WHERE tenant_id = $1 AND bank_answer_id = $2 AND state = 'Suspense'`;
const CALLED = 'UPDATE instant_incoming SET back_called_at = $3 WHERE tenant_id = $1 AND bank_answer_id = $2';

/** Notes that the network is going to be asked, so that no one credits it meanwhile. False: it has left suspense. */
export async function beginReturn(tx: Tx, tenantId: number, answerId: string, atMs: number): Promise<boolean> {
  const row = await tx.first<{ state: string; wasCalled: boolean }>(LOCK, [tenantId, answerId]);
  if (row?.state !== 'Suspense' || row.wasCalled) return false;
  await tx.run(GOES, [tenantId, answerId]);
  await tx.run(CALLED, [tenantId, answerId, new Date(atMs)]);
  return true;
}

const FIND = `
SELECT bank_id AS "bankId", cents, back_called_at AS "calledAt" FROM instant_incoming
 WHERE tenant_id = $1 AND bank_answer_id = $2`;

export function findReturning(tx: Tx, tenantId: number, answerId: string): Promise<Returning | undefined> {
  return tx.first(FIND, [tenantId, answerId]);
}

const LOCK_OPEN = `
SELECT FROM instant_incoming
 WHERE tenant_id = $1 AND bank_answer_id = $2 AND back_called_at IS NOT NULL AND back_outcome IS NULL FOR UPDATE`;

/** Locks a return. True while the bank's final answer is not known. */
export async function lockOpenReturn(tx: Tx, tenantId: number, answerId: string): Promise<boolean> {
  return (await tx.first<object>(LOCK_OPEN, [tenantId, answerId])) !== undefined;
}

const SAVE = `
UPDATE instant_incoming SET back_outcome = $3, back_answer = $4, back_answered_at = $5
 WHERE tenant_id = $1 AND bank_answer_id = $2`;

export async function saveReturn(
  tx: Tx,
  tenantId: number,
  answerId: string,
  answered: { readonly outcome: 'returned' | 'refused'; readonly answer: string; readonly atMs: number },
): Promise<void> {
  await tx.run(SAVE, [tenantId, answerId, answered.outcome, answered.answer, new Date(answered.atMs)]);
}

const STAYS = `
UPDATE bank_answer_line SET state = 'Suspense', back_on = CASE WHEN from_account IS NULL THEN NULL ELSE $3::date END
 WHERE tenant_id = $1 AND bank_answer_id = $2 AND state = 'GoingBack'`;

/** Leaves a payment that the network did not send back to the file of a day, or to the desk. */
export async function saveStays(tx: Tx, tenantId: number, answerId: string, backOn: string): Promise<void> {
  await tx.run(STAYS, [tenantId, answerId, backOn]);
}
