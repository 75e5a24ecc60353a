import type { VirtualCardKind } from '@wattle/contract/cards/card.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { InnerStatus } from '../card-facts/public.ts';
import { NO_DIGITS } from './mask-pan.domain.ts';
import { maskedNumberOf, type NewNumber } from './replace/new-number.ts';

export type NewCard = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly productId: number;
  readonly memberAccountId: bigint;
  /** Null until someone has activated it. */
  readonly holderId: bigint | null;
  /** 16 or 19 digits, or the connection whose processor makes the card. */
  readonly number: NewNumber;
  readonly cardId: string;
  /** `yyyy-MM`. */
  readonly expiry: string;
  readonly status: InnerStatus;
  readonly cardName: string;
  readonly embossedName?: string;
  readonly isAllocated?: boolean;
  readonly isDefault?: boolean;
  /** Cents a day; absent: the product's. */
  readonly spendLimit?: bigint | undefined;
  readonly accessCodeHash?: string | undefined;
  readonly activationCodeHash?: string | undefined;
  readonly activationCheck?: 'none' | 'ekyc' | 'maidenName' | 'questions' | 'terms';
  /** Only its verification value is stored. */
  readonly pin?: string | undefined;
  /** Verification value of the PIN that the number already has, instead of `pin`. */
  readonly pvv?: { readonly value: string; readonly keyIndex: number } | undefined;
  readonly contactlessOn?: boolean;
  /** Kind of a virtual card that its holder makes. */
  readonly virtualKind?: VirtualCardKind;
  /** The card that this one replaces. */
  readonly replacesId?: bigint;
  /** Business time, milliseconds. */
  readonly createdAt: number;
};

const DRAW_ID = `SELECT nextval('card_id_seq') AS id`;
const INSERT = `
INSERT INTO card (id, tenant_id, brand_id, product_id, member_account_id, holder_id, pan_cipher, pan_key_version,
                  pan_hash, pan_hash_key_version, masked_number, last4, card_id, expiry, status, card_name,
                  embossed_name, is_allocated, is_default, spend_limit, access_code_hash, activation_code_hash,
                  activation_check, pvv, pvv_key_index, created_at, contactless_on, replaces_id,
                  virtual_kind, connection_id)
OVERRIDING SYSTEM VALUE
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
        $24, $25, $26, $27, $28, $29, $30)`;

const PVV_KEY_INDEX = 1;

/** Id of the next card. A card number is encrypted under it, so it is drawn before the row is written. */
export async function drawCardId(tx: Tx): Promise<bigint> {
  const drawn = await tx.first<{ id: bigint }>(DRAW_ID);
  if (!drawn) throw new Error('a sequence answers one row');
  return drawn.id;
}

const INSERT_AT_PROCESSOR = 'INSERT INTO processor_card (tenant_id, connection_id, card_id) VALUES ($1, $2, $3)';

/** Notes that a processor is to make a card: due work asks for it. */
function addAtProcessor(tx: Tx, id: bigint, { tenantId, number }: NewCard): void {
  if ('connectionId' in number) tx.later(INSERT_AT_PROCESSOR, [tenantId, number.connectionId, id]);
}

/** Writes a card; its number is encrypted under its own id and found by its keyed hash. */
export async function insertCard(tx: Tx, secrets: Secrets, card: NewCard): Promise<bigint> {
  const id = await drawCardId(tx);
  await tx.run(INSERT, valuesOf(secrets, id, card));
  addAtProcessor(tx, id, card);
  return id;
}

/** The same with a drawn id, without waiting for the result. */
export function addCard(tx: Tx, secrets: Secrets, id: bigint, card: NewCard): void {
  tx.later(INSERT, valuesOf(secrets, id, card));
  addAtProcessor(tx, id, card);
}

function valuesOf(secrets: Secrets, id: bigint, card: NewCard): unknown[] {
  const { number } = card;
  const pan = 'pan' in number ? number.pan : undefined;
  const sealed = pan === undefined ? undefined : secrets.encrypt(pan, 'pan', id);
  const index = pan === undefined ? undefined : secrets.panHash(pan);
  const { value: pvv = null, keyIndex = null } = card.pvv ?? pvvOf(secrets, card) ?? {};
  return [
    id,
    card.tenantId,
    card.brandId,
    card.productId,
    card.memberAccountId,
    card.holderId,
    sealed?.cipher ?? null,
    sealed?.keyVersion ?? null,
    index?.hash ?? null,
    index?.keyVersion ?? null,
    maskedNumberOf(number, card.cardId),
    pan?.slice(-4) ?? NO_DIGITS,
    card.cardId,
    card.expiry,
    card.status,
    card.cardName,
    card.embossedName ?? '',
    card.isAllocated ?? false,
    card.isDefault ?? false,
    card.spendLimit ?? null,
    card.accessCodeHash ?? null,
    card.activationCodeHash ?? null,
    card.activationCheck ?? 'none',
    pvv,
    keyIndex,
    new Date(card.createdAt),
    card.contactlessOn ?? true,
    card.replacesId ?? null,
    card.virtualKind ?? null,
    'connectionId' in number ? number.connectionId : null,
  ];
}

function pvvOf(secrets: Secrets, { number, pin }: NewCard): NewCard['pvv'] {
  if (pin === undefined) return undefined;
  if (!('pan' in number)) throw new Error('the PIN of a card of a processor is kept by the processor');
  return { value: secrets.pvv(number.pan, PVV_KEY_INDEX, pin), keyIndex: PVV_KEY_INDEX };
}
