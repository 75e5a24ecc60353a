import type { Tx } from '../../../platform/database/database.ts';

export type Subject = {
  readonly cards: readonly bigint[];
  readonly holders: readonly bigint[];
  readonly accounts: readonly bigint[];
};

export type SubjectRow = {
  readonly object: string;
  readonly holder_id: bigint | null;
  readonly first_name: string | null;
  readonly surname: string | null;
  readonly account_number: string | null;
  readonly masked_number: string | null;
};

/** Each branch finds its rows only by their ids. */
const SUBJECTS = `
SELECT 'card:' || c.id AS object, h.id AS holder_id, h.first_name, h.surname, m.account_number, c.masked_number
  FROM card c
  JOIN member_account m ON m.tenant_id = c.tenant_id AND m.id = c.member_account_id
  LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
 WHERE c.tenant_id = $1 AND c.id = ANY ($2)
UNION ALL
SELECT 'account:' || m.id, h.id, h.first_name, h.surname, m.account_number, NULL
  FROM member_account m
  LEFT JOIN holder h ON h.tenant_id = m.tenant_id AND h.id = m.primary_holder_id
 WHERE m.tenant_id = $1 AND m.id = ANY ($3)
UNION ALL
SELECT 'holder:' || h.id, h.id, h.first_name, h.surname, NULL, NULL
  FROM holder h
 WHERE h.tenant_id = $1 AND h.id = ANY ($4)`;

/** Names, accounts and masked numbers of cards, accounts and people of a tenant. */
export function subjectsOf(tx: Tx, tenantId: number, { cards, accounts, holders }: Subject): Promise<SubjectRow[]> {
  return tx.query<SubjectRow>(SUBJECTS, [tenantId, cards, accounts, holders]);
}
