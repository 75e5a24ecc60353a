import type { VirtualCardKind } from '@wattle/contract/cards/card.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type InnerStatus, productSettings, type ProductSettings } from '../card-facts/public.ts';

/** A card of the caller with the facts that decide about its settings. */
export type ManagedCard = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly member_account_id: bigint;
  readonly holder_id: bigint | null;
  readonly status: InnerStatus;
  readonly expiry: string;
  readonly is_virtual: boolean;
  readonly is_reloadable: boolean;
  readonly virtual_kind: VirtualCardKind | null;
  readonly contactless_on: boolean;
  readonly card_name: string;
  /** Cents a day; null is the product's. */
  readonly spend_limit: bigint | null;
  /** Cents a day of the account; null is the product's. */
  readonly payment_limit: bigint | null;
  /** Whether its holder is the primary holder of the account. */
  readonly is_primary: boolean;
  readonly settings: ProductSettings;
};

type Row = Omit<ManagedCard, 'settings'> & { readonly product_settings: unknown };

const cardWhere = (owner: string) => `
SELECT c.id, c.tenant_id, c.member_account_id, c.holder_id, c.status, c.expiry, c.contactless_on, c.card_name,
       c.spend_limit, a.payment_limit, p.is_virtual, p.is_reloadable, c.virtual_kind, p.settings AS product_settings,
       coalesce(a.primary_holder_id = c.holder_id, false) AS is_primary
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND ${owner}
  AND a.account_number = $4 AND c.masked_number = $5 AND c.expiry = $6`;
const OF_HOLDER = cardWhere('c.holder_id = $3');
const OF_SESSION = cardWhere('c.id = $3');
// NO KEY: rows that refer to the card may still be inserted while it is locked.
const LOCKED = '\nFOR NO KEY UPDATE OF c';

async function readManagedCard(
  tx: Tx,
  { tenantId, brandId, cardId, holderId }: Session,
  card: CardReference,
  lock: '' | typeof LOCKED,
): Promise<ManagedCard | undefined> {
  const reference = [card.AccountNumber, card.MaskedCardNumber, card.ExpirationDate];
  const row =
    cardId === null
      ? await tx.first<Row>(OF_HOLDER + lock, [tenantId, brandId, holderId, ...reference])
      : await tx.first<Row>(OF_SESSION + lock, [tenantId, brandId, cardId, ...reference]);
  if (!row) return undefined;
  const { product_settings, ...facts } = row;
  return { ...facts, settings: productSettings.parse(product_settings) };
}

/** The caller's own card, locked until the transaction ends. */
export const lockManagedCard = (tx: Tx, session: Session, card: CardReference) =>
  readManagedCard(tx, session, card, LOCKED);

/** The caller's own card for a look-up, which waits for no one. */
export const findManagedCard = (tx: Tx, session: Session, card: CardReference) =>
  readManagedCard(tx, session, card, '');

type Named = Pick<ManagedCard, 'tenant_id' | 'id'>;

/** Turns contactless purchases of a card on or off. */
export async function saveContactless(tx: Tx, card: Named, isOn: boolean): Promise<void> {
  await tx.run('UPDATE card SET contactless_on = $3 WHERE tenant_id = $1 AND id = $2', [card.tenant_id, card.id, isOn]);
}

export async function saveCardName(tx: Tx, card: Named, name: string): Promise<void> {
  await tx.run('UPDATE card SET card_name = $3 WHERE tenant_id = $1 AND id = $2', [card.tenant_id, card.id, name]);
}

/** Cents a day; null: the product's. */
export async function saveSpendLimit(tx: Tx, card: Named, cents: bigint | null): Promise<void> {
  await tx.run('UPDATE card SET spend_limit = $3 WHERE tenant_id = $1 AND id = $2', [card.tenant_id, card.id, cents]);
}

/** Cents a day that the account of the card may pay. */
export async function savePaymentLimit(
  tx: Tx,
  card: Pick<ManagedCard, 'tenant_id' | 'member_account_id'>,
  cents: bigint,
): Promise<void> {
  await tx.run('UPDATE member_account SET payment_limit = $3 WHERE tenant_id = $1 AND id = $2', [
    card.tenant_id,
    card.member_account_id,
    cents,
  ]);
}

/** A new PIN resets the count of wrong ones. */
export async function savePin(tx: Tx, card: Named, pvv: string, keyIndex: number): Promise<void> {
  await tx.run(
    'UPDATE card SET pvv = $3, pvv_key_index = $4, network_pin_failures = 0 WHERE tenant_id = $1 AND id = $2',
    [card.tenant_id, card.id, pvv, keyIndex],
  );
}

const BIRTH_DATE = `SELECT date_of_birth FROM holder WHERE tenant_id = $1 AND id = $2`;

/** `1990-02-01`; null if it is not known. */
export async function readBirthDate(
  tx: Tx,
  card: Pick<ManagedCard, 'tenant_id' | 'holder_id'>,
): Promise<string | null> {
  const row = await tx.first<{ date_of_birth: string | null }>(BIRTH_DATE, [card.tenant_id, card.holder_id]);
  return row?.date_of_birth ?? null;
}
