import type { Tx } from '../../platform/database.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { InnerStatus } from './card-status.states.domain.ts';
import { maskPan } from './mask-pan.domain.ts';

export type NewCard = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly productId: number;
  readonly memberAccountId: bigint;
  /** Null until somebody has activated it. */
  readonly holderId: bigint | null;
  /** 16 or 19 digits. */
  readonly pan: string;
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
  /** Kept as its verification value alone. */
  readonly pin?: string | undefined;
  /** Business time, milliseconds. */
  readonly createdAt: number;
};

const DRAW_ID = `SELECT nextval('card_id_seq') AS id`;
const INSERT = `
INSERT INTO card (id, tenant_id, brand_id, product_id, member_account_id, holder_id, pan_cipher, pan_key_version,
                  pan_hash, pan_hash_key_version, masked_number, last4, card_id, expiry, status, card_name,
                  embossed_name, is_allocated, is_default, spend_limit, access_code_hash, activation_code_hash,
                  activation_check, pvv, pvv_key_index, created_at)
OVERRIDING SYSTEM VALUE
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
        $24, $25, $26)`;

const PVV_KEY_INDEX = 1;

/** Writes a card; its number is encrypted under its own id and found by its keyed hash. */
export async function insertCard(tx: Tx, secrets: Secrets, card: NewCard): Promise<bigint> {
  const drawn = await tx.first<{ id: bigint }>(DRAW_ID);
  if (!drawn) throw new Error('a sequence answers one row');
  const { id } = drawn;
  const { cipher, keyVersion } = secrets.encrypt(card.pan, 'pan', id);
  const index = secrets.panHash(card.pan);
  await tx.run(INSERT, [
    id,
    card.tenantId,
    card.brandId,
    card.productId,
    card.memberAccountId,
    card.holderId,
    cipher,
    keyVersion,
    index.hash,
    index.keyVersion,
    maskPan(card.pan),
    card.pan.slice(-4),
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
    card.pin === undefined ? null : secrets.pvv(card.pan, PVV_KEY_INDEX, card.pin),
    card.pin === undefined ? null : PVV_KEY_INDEX,
    new Date(card.createdAt),
  ]);
  return id;
}
