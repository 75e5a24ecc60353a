import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { SealedNumber } from '../../card-facts/public.ts';

export type CardByPin = SealedNumber & {
  readonly id: bigint;
  readonly card_id: string;
  readonly pvv: string | null;
  readonly pvv_key_index: number | null;
};

/** Matches no row, so an unknown number costs the same statements as a known one. */
const NO_CARD = 0n;

const CARD_OF_SESSION = `SELECT id, card_id, pan_cipher, pan_key_version, pvv, pvv_key_index
   FROM card WHERE tenant_id = $1 AND brand_id = $2 AND id = $3`;

/** The card that a restricted session was given for; undefined if no card has its number. */
export function findCardOfSession(tx: Tx, session: Session): Promise<CardByPin | undefined> {
  return tx.first<CardByPin>(CARD_OF_SESSION, [session.tenantId, session.brandId, session.cardId ?? NO_CARD]);
}

/** The same, locked. */
export function lockCardOfSession(tx: Tx, session: Session): Promise<CardByPin | undefined> {
  return tx.first<CardByPin>(`${CARD_OF_SESSION} FOR NO KEY UPDATE`, [
    session.tenantId,
    session.brandId,
    session.cardId ?? NO_CARD,
  ]);
}
