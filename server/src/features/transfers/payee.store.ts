import type { Session } from '../../http/handle.ts';
import { arrayRows } from '../../platform/array-rows.ts';
import type { Tx } from '../../platform/database.ts';

/** Whose payees: those of a web account, or of the card of a card-only person. */
export type PayeeOwner = { readonly webAccountId: bigint | null; readonly cardId: bigint | null };

/** The sign-in that saves and pays. */
export function payeeOwnerOf({ webAccountId, cardId }: Pick<Session, 'webAccountId' | 'cardId'>): PayeeOwner {
  return webAccountId === null ? { webAccountId, cardId } : { webAccountId, cardId: null };
}

export type PayeeRow = {
  readonly id: string;
  readonly web_account_id: bigint | null;
  readonly card_id: bigint | null;
  readonly name: string;
  /** Empty: an internal payee. */
  readonly bsb: string;
  readonly account_number: string;
};

const READ = `
SELECT id, web_account_id, card_id, name, bsb, account_number
FROM payee
WHERE tenant_id = $1 AND type = $2 AND (web_account_id = ANY ($3::bigint[]) OR card_id = ANY ($4::bigint[]))
ORDER BY lower(name) COLLATE "C", account_number, bsb`;

/** The saved payees of a type that any of them has, by name. */
export function readPayees(tx: Tx, tenantId: number, type: number, owners: readonly PayeeOwner[]): Promise<PayeeRow[]> {
  return tx.query(READ, [
    tenantId,
    type,
    owners.flatMap(({ webAccountId }) => webAccountId ?? []),
    owners.flatMap(({ cardId }) => cardId ?? []),
  ]);
}

// The inner part is sorted before the locks are taken, so that no two batches wait for each other.
const LOCK = `
SELECT pg_advisory_xact_lock(sorted.key)
FROM (SELECT DISTINCT hashtextextended('payees:' || caller, 0) AS key
      FROM unnest($1::text[]) AS caller ORDER BY key OFFSET 0) AS sorted`;

/** Whoever changes the payees of these callers (`web:12`, `card:7`) goes one after the other. */
export async function lockPayees(tx: Tx, callers: readonly string[]): Promise<void> {
  await tx.run(LOCK, [callers]);
}

export type PayeeToSave = {
  readonly id: string;
  readonly owner: PayeeOwner;
  readonly name: string;
  readonly accountNumber: string;
};

const SAVE = `
INSERT INTO payee (id, tenant_id, web_account_id, card_id, type, name, bsb, account_number)
SELECT saved.id, $1, saved.web_account_id, saved.card_id, $2, saved.name, '', saved.account_number
FROM ${arrayRows('saved', 3, {
  id: 'uuid',
  web_account_id: 'bigint',
  card_id: 'bigint',
  name: 'text',
  account_number: 'text',
})}
ON CONFLICT (id) DO UPDATE SET name = excluded.name, account_number = excluded.account_number`;

/** Adds payees of a type without BSB, or changes those that have the id: ids of their owners, checked before. */
export function savePayeeRows(tx: Tx, tenantId: number, type: number, payees: readonly PayeeToSave[]): void {
  tx.later(SAVE, [
    tenantId,
    type,
    payees.map(({ id }) => id),
    payees.map(({ owner }) => owner.webAccountId),
    payees.map(({ owner }) => owner.cardId),
    payees.map(({ name }) => name),
    payees.map(({ accountNumber }) => accountNumber),
  ]);
}

const DELETE = `DELETE FROM payee WHERE tenant_id = $1 AND id = $2 AND (web_account_id = $3 OR card_id = $4)`;

/** False where the owner has no such payee. */
export async function deletePayee(tx: Tx, tenantId: number, owner: PayeeOwner, id: string): Promise<boolean> {
  return (await tx.run(DELETE, [tenantId, id, owner.webAccountId, owner.cardId])) === 1;
}
