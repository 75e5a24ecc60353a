import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@wattle/contract/rules/payment-methods.ts';
import { callerOf } from '../../../http/caller.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { keepReference, keepText, maskWords } from '../../../platform/secrets/typed-card-numbers.ts';

/** Payer: a holder, or a card whose holder, if any, decides. */
export type BlockOwner = Pick<Session, 'tenantId' | 'holderId' | 'cardId'>;

/** SQL: the holder of a caller that is named by `$2` (holder) and `$3` (card). */
const HOLDER = 'coalesce($2::bigint, (SELECT holder_id FROM card WHERE tenant_id = $1 AND id = $3::bigint))';
const OWN = `tenant_id = $1 AND (holder_id = ${HOLDER} OR card_id = $3::bigint)`;
const ownerParams = ({ tenantId, holderId, cardId }: BlockOwner) => [tenantId, holderId, cardId] as const;

export type BlockedPayeeRow = {
  readonly id: string;
  readonly destination: string;
  readonly method: PaymentMethod;
  readonly name: string;
  readonly bsb: string;
  /** In its stored form. */
  readonly account_number: string;
  readonly blocked_at: string;
};

const COLUMNS = 'id, destination, method, name, bsb, account_number, blocked_at';

const LIST = `SELECT ${COLUMNS} FROM blocked_payee WHERE ${OWN} AND made_by = $4 AND with_id IS NULL ORDER BY blocked_at DESC, id`;

/** Payees that a sign-in has blocked, the newest first. */
export function listBlockedPayees(tx: Tx, session: Session): Promise<BlockedPayeeRow[]> {
  return tx.query(LIST, [...ownerParams(session), callerOf(session)]);
}

export type PayeeToBlock = Omit<BlockedPayeeRow, 'id' | 'account_number' | 'blocked_at'> & {
  readonly accountNumber: string;
  readonly atMs: number;
};

const BLOCK = `
INSERT INTO blocked_payee (tenant_id, holder_id, card_id, id, destination, method, name, bsb, account_number, blocked_at,
                           made_by)
SELECT $1, own.id, CASE WHEN own.id IS NULL THEN $3::bigint END, $4, $5, $6, $7, $8, $9, $10, $11
  FROM (SELECT ${HOLDER} AS id) AS own
ON CONFLICT DO NOTHING`;

/** From now on, payments of the caller to this destination are refused. */
export async function blockPayee(
  tx: Tx,
  secrets: Pick<Secrets, 'sealTyped'>,
  session: Session,
  { destination, method, name, bsb, accountNumber, atMs }: PayeeToBlock,
): Promise<void> {
  await tx.run(BLOCK, [
    ...ownerParams(session),
    randomUUID(),
    destination,
    method,
    maskWords(name),
    bsb,
    (method === 'bpay' ? keepReference : keepText)(secrets, accountNumber),
    new Date(atMs),
    callerOf(session),
  ]);
}

const BLOCK_WITH = `
INSERT INTO blocked_payee (tenant_id, holder_id, card_id, id, destination, method, name, bsb, account_number, blocked_at,
                           made_by, with_id)
SELECT tenant_id, holder_id, card_id, $4, $6, method, name, bsb, account_number, blocked_at, made_by, id
  FROM blocked_payee WHERE ${OWN} AND destination = $5
ON CONFLICT DO NOTHING`;

/** Blocks a second destination of a blocked payee, which is not listed and is unblocked with the first. */
export async function blockWith(
  tx: Tx,
  owner: BlockOwner,
  { destination, other }: { readonly destination: string; readonly other: string },
): Promise<void> {
  await tx.run(BLOCK_WITH, [...ownerParams(owner), randomUUID(), destination, other]);
}

const UNBLOCK = `DELETE FROM blocked_payee WHERE ${OWN} AND id = $4 AND made_by = $5 RETURNING ${COLUMNS}`;

/** Deletes a block that this sign-in has made; undefined: there is none. */
export function unblockOwnPayee(tx: Tx, session: Session, id: string): Promise<BlockedPayeeRow | undefined> {
  return tx.first(UNBLOCK, [...ownerParams(session), id, callerOf(session)]);
}

/** Deletes the block of a destination; undefined: there is none. */
export function unblockDestination(
  tx: Tx,
  owner: BlockOwner,
  destination: string,
): Promise<BlockedPayeeRow | undefined> {
  const sql = `DELETE FROM blocked_payee WHERE ${OWN} AND destination = $4 RETURNING ${COLUMNS}`;
  return tx.first(sql, [...ownerParams(owner), destination]);
}

/** Whether payments of the caller to a destination are refused. */
export async function isDestinationBlocked(tx: Tx, owner: BlockOwner, destination: string): Promise<boolean> {
  const sql = `SELECT FROM blocked_payee WHERE ${OWN} AND destination = $4`;
  return (await tx.first(sql, [...ownerParams(owner), destination])) !== undefined;
}
