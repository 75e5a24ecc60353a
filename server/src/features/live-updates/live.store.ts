import { monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { seesAccount } from '../card-facts/public.ts';

export type Subscriber = {
  readonly sessionId: string;
  /** Ids of the member accounts that the session's cards draw on. */
  readonly accounts: readonly string[];
  /** Id of its sign-in; null for a card-only session, which has no notifications. */
  readonly webAccountId: string | null;
};

// A card-only session gets the changes of the card's account, any other session those of all accounts that its holder
// sees.
const HEARERS = `
SELECT s.id, s.web_account_id::text AS web_account_id, ARRAY(
         SELECT c.member_account_id::text FROM card c WHERE c.tenant_id = s.tenant_id AND c.id = s.card_id
         UNION
         SELECT a.id::text FROM card c
           JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
         WHERE s.card_id IS NULL AND c.tenant_id = s.tenant_id AND c.brand_id = s.brand_id AND c.holder_id = s.holder_id
           AND ${seesAccount('a', 's.holder_id', '$5')}
       ) AS accounts
FROM session s
WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[]) AND s.revoked_at IS NULL AND s.ends_at > $3 AND s.last_active_at > $4`;

/** Sessions among these that are valid at `nowMs` (security clock), with the accounts of each. */
export async function readSubscribers(
  tx: Tx,
  tenantId: number,
  sessionIds: readonly string[],
  { nowMs, idleMs }: { readonly nowMs: number; readonly idleMs: number },
): Promise<Subscriber[]> {
  const values = [tenantId, sessionIds, new Date(nowMs), new Date(nowMs - idleMs), monthAt(nowMs)];
  const rows = await tx.query<{ id: string; accounts: string[]; web_account_id: string | null }>(HEARERS, values);
  return rows.map(({ id, accounts, web_account_id }) => ({ sessionId: id, accounts, webAccountId: web_account_id }));
}
