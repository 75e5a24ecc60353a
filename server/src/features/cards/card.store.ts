import type { CardReference } from '@wattle/contract/wire.ts';
import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InnerStatus, SealedNumber } from '../card-facts/public.ts';

/** A card under its lock, with the facts that decide whether it may be switched or shown. */
export type LockedCard = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly member_account_id: bigint;
  readonly status: InnerStatus;
  readonly expiry: string;
  readonly is_virtual: boolean;
  readonly product_settings: unknown;
};

// NO KEY: rows that refer to the card may still be inserted while it is locked.
const lockWhere = (owner: string) => `
SELECT c.id, c.tenant_id, c.member_account_id, c.status, c.expiry, p.is_virtual, p.settings AS product_settings
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND ${owner}
  AND a.account_number = $4 AND c.masked_number = $5 AND c.expiry = $6
FOR NO KEY UPDATE OF c`;
const LOCK_CARD_OF_HOLDER = lockWhere('c.holder_id = $3');
const LOCK_CARD_OF_SESSION = lockWhere('c.id = $3');

/** The caller's own card, locked until the transaction ends. */
export function lockOwnCard(tx: Tx, session: Session, card: CardReference): Promise<LockedCard | undefined> {
  const { tenantId, brandId, cardId, holderId } = session;
  const reference = [card.AccountNumber, card.MaskedCardNumber, card.ExpirationDate];
  return cardId === null
    ? tx.first<LockedCard>(LOCK_CARD_OF_HOLDER, [tenantId, brandId, holderId, ...reference])
    : tx.first<LockedCard>(LOCK_CARD_OF_SESSION, [tenantId, brandId, cardId, ...reference]);
}

const SET_STATUS = `UPDATE card SET status = $3 WHERE tenant_id = $1 AND id = $2`;

export async function saveStatus(
  tx: Tx,
  card: Pick<LockedCard, 'tenant_id' | 'id'>,
  status: InnerStatus,
): Promise<void> {
  await tx.run(SET_STATUS, [card.tenant_id, card.id, status]);
}

const SECRETS = `SELECT pan_cipher, pan_key_version FROM card WHERE tenant_id = $1 AND id = $2`;

/** The encrypted number of a card. */
export function readPanCipher(tx: Tx, card: Pick<LockedCard, 'tenant_id' | 'id'>): Promise<SealedNumber | undefined> {
  return tx.first(SECRETS, [card.tenant_id, card.id]);
}

const REVEALS_SINCE = `SELECT count(*) AS reveals FROM secure_reveal WHERE tenant_id = $1 AND card_id = $2 AND at > $3`;
const ADD_REVEAL = `INSERT INTO secure_reveal (tenant_id, card_id, at) VALUES ($1, $2, $3)`;

/** How often the card's secrets were shown after an instant, by the security clock. */
export async function countReveals(
  tx: Tx,
  card: Pick<LockedCard, 'tenant_id' | 'id'>,
  sinceMs: number,
): Promise<number> {
  const row = await tx.first<{ reveals: bigint }>(REVEALS_SINCE, [card.tenant_id, card.id, new Date(sinceMs)]);
  return Number(row?.reveals ?? 0n);
}

export async function addReveal(tx: Tx, card: Pick<LockedCard, 'tenant_id' | 'id'>, atMs: number): Promise<void> {
  await tx.run(ADD_REVEAL, [card.tenant_id, card.id, new Date(atMs)]);
}

export type CardPeople = {
  readonly brand_id: number;
  readonly last4: string;
  readonly is_virtual: boolean;
  readonly holder_id: bigint | null;
  readonly primary_holder_id: bigint | null;
};

const CARD = `
SELECT c.brand_id, c.last4, p.is_virtual, c.holder_id, a.primary_holder_id
  FROM card c
  JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
 WHERE c.tenant_id = $1 AND c.id = $2`;

/** People whom a change of a card concerns. */
export function findCardPeople(tx: Tx, tenantId: number, cardId: bigint): Promise<CardPeople | undefined> {
  return tx.first(CARD, [tenantId, cardId]);
}
