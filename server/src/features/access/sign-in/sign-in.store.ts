import type { Tx } from '../../../platform/database/database.ts';
import { SIGNS_IN } from '../../card-facts/public.ts';
import type { LoginNameKind } from './login-name.domain.ts';

export type CardToSignIn = {
  readonly id: bigint;
  readonly holder_id: bigint | null;
  readonly access_code_hash: string | null;
  /** Valid beside the new one until that is first used. */
  readonly previous_access_code_hash: string | null;
};

type Place = { readonly tenantId: number; readonly brandId: number };

const BY_PAN = `SELECT id, holder_id, access_code_hash, previous_access_code_hash FROM card
 WHERE tenant_id = $1 AND brand_id = $2 AND pan_hash = ANY ($3::bytea[]) AND expiry >= $4 AND status = ANY ($5)
 ORDER BY expiry DESC LIMIT 1`;

const BY_CARD_ID = `SELECT id, holder_id, access_code_hash, previous_access_code_hash FROM card
 WHERE tenant_id = $1 AND brand_id = $2 AND card_id = $3 AND expiry >= $4 AND status = ANY ($5)
   AND (connection_id IS NOT NULL OR NOT $6::boolean)
 ORDER BY expiry DESC LIMIT 1`;

/** The card of a number that may sign in, in a month (`yyyy-MM`, Melbourne). */
export function findCardByPan(
  tx: Tx,
  place: Place,
  panHashes: readonly Buffer[],
  month: string,
): Promise<CardToSignIn | undefined> {
  return tx.first<CardToSignIn>(BY_PAN, [place.tenantId, place.brandId, panHashes, month, SIGNS_IN]);
}

/** The same by card id. `isOfProcessor`: only a card whose processor holds the number. */
export function findCardById(
  tx: Tx,
  place: Place,
  { cardId, isOfProcessor }: { readonly cardId: string; readonly isOfProcessor: boolean },
  month: string,
): Promise<CardToSignIn | undefined> {
  return tx.first<CardToSignIn>(BY_CARD_ID, [place.tenantId, place.brandId, cardId, month, SIGNS_IN, isOfProcessor]);
}

/** Drops the previous access code after the new one was used. */
export async function dropPreviousAccessCode(tx: Tx, tenantId: number, cardId: bigint): Promise<void> {
  await tx.run('UPDATE card SET previous_access_code_hash = NULL WHERE tenant_id = $1 AND id = $2', [tenantId, cardId]);
}

export type WebAccountToSignIn = {
  readonly id: bigint;
  readonly holder_id: bigint;
  /** Null if the password was ended. */
  readonly password_hash: string | null;
};

/** The web account that a folded name opens, among the kinds of names that the brand takes. One that is reserved for an undo opens nothing. */
export function findWebAccount(
  tx: Tx,
  place: Place,
  name: string,
  kinds: readonly LoginNameKind[],
): Promise<WebAccountToSignIn | undefined> {
  return tx.first<WebAccountToSignIn>(
    `SELECT w.id, w.holder_id, w.password_hash
       FROM login_name n
       JOIN web_account w ON w.tenant_id = n.tenant_id AND w.id = n.web_account_id
      WHERE n.tenant_id = $1 AND n.brand_id = $2 AND n.name = $3 AND n.kind = ANY ($4)
        AND n.reserved_until IS NULL`,
    [place.tenantId, place.brandId, name, kinds],
  );
}

/** The web account of an account's primary holder. */
export function findPrimaryWebAccount(
  tx: Tx,
  place: Place,
  accountNumber: string,
): Promise<{ id: bigint; holder_id: bigint } | undefined> {
  return tx.first<{ id: bigint; holder_id: bigint }>(
    `SELECT w.id, w.holder_id
       FROM member_account m
       JOIN web_account w ON w.tenant_id = m.tenant_id AND w.member_account_id = m.id AND w.role = 'primary'
      WHERE m.tenant_id = $1 AND m.brand_id = $2 AND m.account_number = $3 AND w.brand_id = $2`,
    [place.tenantId, place.brandId, accountNumber],
  );
}

/** Saves the time of this login and moves the previous one to where the greeting reads it. Business time. */
export function noteLogin(tx: Tx, tenantId: number, webAccountId: bigint, nowMs: number): void {
  tx.later(
    `UPDATE web_account SET previous_login_at = last_login_at, last_login_at = $3
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, webAccountId, new Date(nowMs).toISOString()],
  );
}
