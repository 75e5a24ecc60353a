import type { Tx } from '../../platform/database/database.ts';
import type { InnerStatus } from '../card-facts/public.ts';

export type CardToActivate = {
  readonly id: bigint;
  readonly holder_id: bigint | null;
  readonly status: InnerStatus;
  readonly expiry: string;
  readonly last4: string;
  readonly card_id: string;
  /** True: its processor holds the number. */
  readonly is_of_processor: boolean;
  readonly activation_code_hash: string | null;
  /** Valid beside the new one until that is first used. */
  readonly previous_activation_code_hash: string | null;
  readonly primary_holder_id: bigint | null;
};

type Place = { readonly tenantId: number; readonly brandId: number };

const CARD = `SELECT c.id, c.holder_id, c.status, c.expiry, c.last4, c.card_id,
       c.connection_id IS NOT NULL AS is_of_processor, c.activation_code_hash, c.previous_activation_code_hash,
       a.primary_holder_id
  FROM card c JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
 WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.activation_code_hash IS NOT NULL AND`;
const LATEST = 'ORDER BY c.expiry DESC, c.id DESC LIMIT 1';

/** The card of a number that an activation code was issued for. Of two with one number, the later. */
export function findByPan(tx: Tx, place: Place, hashes: readonly Buffer[]): Promise<CardToActivate | undefined> {
  return tx.first(`${CARD} c.pan_hash = ANY ($3::bytea[]) ${LATEST}`, [place.tenantId, place.brandId, hashes]);
}

/** The same by card id. `isOfProcessor`: only a card whose processor holds the number. */
export function findByCardId(
  tx: Tx,
  place: Place,
  { cardId, isOfProcessor }: { readonly cardId: string; readonly isOfProcessor: boolean },
): Promise<CardToActivate | undefined> {
  return tx.first(`${CARD} c.card_id = $3 AND (c.connection_id IS NOT NULL OR NOT $4::boolean) ${LATEST}`, [
    place.tenantId,
    place.brandId,
    cardId,
    isOfProcessor,
  ]);
}

type ActivationCodes = Pick<CardToActivate, 'activation_code_hash' | 'previous_activation_code_hash'>;

/** The codes that open a card: the new one, and the previous one until the new one is first used. */
export const activationCodesOf = (card: ActivationCodes | undefined): readonly (string | null)[] => [
  card?.activation_code_hash ?? null,
  card?.previous_activation_code_hash ?? null,
];

/** Drops the previous activation code after the new one was used. */
export async function dropPreviousActivationCode(tx: Tx, tenantId: number, cardId: bigint): Promise<void> {
  await tx.run('UPDATE card SET previous_activation_code_hash = NULL WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    cardId,
  ]);
}
