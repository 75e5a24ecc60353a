import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Person } from '../../payments/public.ts';
import {
  heldByProgramme,
  type InnerStatus,
  productSettings,
  type ProductSettings,
  type SealedNumber,
} from '../../card-facts/public.ts';

/** A card that is to be replaced. Facts that may change are read again under its lock. */
export type OldCard = {
  readonly id: bigint;
  readonly brand_id: number;
  readonly product_id: number;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly holder_id: bigint | null;
  readonly masked_number: string;
  readonly expiry: string;
  readonly status: InnerStatus;
  readonly card_name: string;
  readonly embossed_name: string;
  readonly is_allocated: boolean;
  readonly is_default: boolean;
  readonly is_reloadable: boolean;
  /** The programme has restricted it. */
  readonly is_held: boolean;
  readonly contactless_on: boolean;
  readonly spend_limit: bigint | null;
  readonly language: Language;
  readonly settings: ProductSettings;
};

type Row = Omit<OldCard, 'settings'> & { readonly product_settings: unknown };

const CARD = `
SELECT c.id, c.brand_id, c.product_id, c.member_account_id, a.ledger_account_id, c.holder_id, c.masked_number, c.expiry,
       c.status, c.card_name, c.embossed_name, c.is_allocated, c.is_default, c.contactless_on, c.spend_limit,
       p.is_reloadable, p.settings AS product_settings, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language,
       ${heldByProgramme('c')} AS is_held
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id`;
const FIND = `${CARD}
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.holder_id = $3
  AND a.account_number = $4 AND c.masked_number = $5 AND c.expiry = $6 AND NOT a.is_closed`;

/** The person's own card, whatever its status. */
export async function findOldCard(
  tx: Tx,
  tenantId: number,
  { brandId, holderId }: Pick<Person, 'brandId' | 'holderId'>,
  card: CardReference,
): Promise<OldCard | undefined> {
  const row = await tx.first<Row>(FIND, [
    tenantId,
    brandId,
    holderId,
    card.AccountNumber,
    card.MaskedCardNumber,
    card.ExpirationDate,
  ]);
  return row && cardOf(row);
}

/** A card by its id, of an account that is not closed. */
export async function findOldCardById(tx: Tx, tenantId: number, id: bigint): Promise<OldCard | undefined> {
  const row = await tx.first<Row>(`${CARD} WHERE c.tenant_id = $1 AND c.id = $2 AND NOT a.is_closed`, [tenantId, id]);
  return row && cardOf(row);
}

function cardOf({ product_settings, ...facts }: Row): OldCard {
  return { ...facts, settings: productSettings.parse(product_settings) };
}

const LOCK = `
SELECT c.status, c.pan_cipher, c.pan_key_version, c.pvv, c.pvv_key_index, ${heldByProgramme('c')} AS is_held,
       EXISTS (SELECT FROM card s WHERE s.tenant_id = $1 AND s.replaces_id = c.id AND s.status <> 'Closed') AS has_successor
FROM card c WHERE c.tenant_id = $1 AND c.id = $2 FOR NO KEY UPDATE OF c`;

export type LockedOldCard = SealedNumber & {
  readonly status: InnerStatus;
  readonly pvv: string | null;
  readonly pvv_key_index: number | null;
  readonly is_held: boolean;
  /** A card that was closed together with its number does not count. */
  readonly has_successor: boolean;
};

/** The card, locked until the transaction ends. */
export function lockOldCard(tx: Tx, tenantId: number, id: bigint): Promise<LockedOldCard | undefined> {
  return tx.first(LOCK, [tenantId, id]);
}

const LAST_FOURS = `SELECT DISTINCT last4 FROM card WHERE tenant_id = $1 AND member_account_id = $2`;

/** Last four digits of all cards that an account has or had. */
export async function readLastFours(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ last4: string }>(LAST_FOURS, [tenantId, memberAccountId]);
  return new Set(rows.map(({ last4 }) => last4));
}

const NUMBER_TAKEN = `
SELECT coalesce(bool_or(tenant_of_pan_hash(hash) IS NOT NULL), false) AS taken FROM unnest($1::bytea[]) AS hash`;

/** Whether a card of any programme has this number. */
export async function isNumberTaken(tx: Tx, panHashes: readonly Buffer[]): Promise<boolean> {
  return (await tx.first<{ taken: boolean }>(NUMBER_TAKEN, [panHashes]))?.taken ?? false;
}

const NUMBERS_TAKEN = `
SELECT DISTINCT place FROM unnest($1::bytea[], $2::integer[]) AS n (hash, place) WHERE tenant_of_pan_hash(hash) IS NOT NULL`;

/** Places of the numbers that a card of any programme has, each given by its hashes. */
export async function takenNumbers(tx: Tx, numbers: readonly (readonly Buffer[])[]): Promise<ReadonlySet<number>> {
  if (numbers.length === 0) return new Set();
  const places = numbers.flatMap((hashes, place) => hashes.map(() => place));
  const rows = await tx.query<{ place: number }>(NUMBERS_TAKEN, [numbers.flat(), places]);
  return new Set(rows.map(({ place }) => place));
}

/** Those of the printed ids that a card of the tenant has. */
export async function takenCardIds(tx: Tx, tenantId: number, cardIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (cardIds.length === 0) return new Set();
  const rows = await tx.query<{ card_id: string }>(
    'SELECT card_id FROM card WHERE tenant_id = $1 AND card_id = ANY ($2::text[])',
    [tenantId, cardIds],
  );
  return new Set(rows.map(({ card_id }) => card_id));
}

const CARD_ID_TAKEN = `SELECT EXISTS (SELECT FROM card WHERE tenant_id = $1 AND card_id = $2) AS taken`;

export async function isCardIdTaken(tx: Tx, tenantId: number, cardId: string): Promise<boolean> {
  return (await tx.first<{ taken: boolean }>(CARD_ID_TAKEN, [tenantId, cardId]))?.taken ?? false;
}

const SUPERSEDE = `
UPDATE card old SET status = 'Replaced', is_default = false
FROM card new
WHERE new.tenant_id = $1 AND new.id = $2 AND old.tenant_id = $1 AND old.id = new.replaces_id
  AND old.status NOT IN ('Replaced', 'Closed')`;

/** Notes that a replacement was activated. The replaced card never works again. */
export async function supersedePredecessor(tx: Tx, tenantId: number, cardId: bigint): Promise<void> {
  await tx.run(SUPERSEDE, [tenantId, cardId]);
}

/** Retires the old card permanently, without waiting for the result. */
export function retireCard(tx: Tx, tenantId: number, id: bigint): void {
  tx.later(`UPDATE card SET status = 'Replaced', is_default = false WHERE tenant_id = $1 AND id = $2`, [tenantId, id]);
}

const KEEP_CONTROLS = `
UPDATE card c SET blocked_controls = old.blocked_controls, gambling_opens_at = old.gambling_opens_at
FROM card old WHERE old.tenant_id = $1 AND old.id = $2 AND c.tenant_id = $1 AND c.id = $3`;

/** Copies the holder's controls to the new card, including a running wait. */
export function keepControls(tx: Tx, tenantId: number, oldId: bigint, newId: bigint): void {
  tx.later(KEEP_CONTROLS, [tenantId, oldId, newId]);
}
