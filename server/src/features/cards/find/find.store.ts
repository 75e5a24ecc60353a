import type { Tx } from '../../../platform/database/database.ts';

/** People, and cards, that a search has found. */
export type Hits = { readonly holderIds: readonly bigint[]; readonly cardIds: readonly bigint[] };

type Search = { readonly tenantId: number; readonly limit: number };

const ids = (rows: readonly { readonly id: bigint }[]) => rows.map(({ id }) => id);

/** Upper bound, in the order of bytes, of all texts that begin with the prefix. */
const behind = (prefix: string) => `${prefix}\u{10ffff}`;

/** The folded columns are compared by operators that row-level security lets an index answer. */
const BY_ONE_NAME = `
SELECT id FROM holder WHERE tenant_id = $1 AND surname_folded ~>=~ $2 AND surname_folded ~<~ $3
UNION
SELECT id FROM holder WHERE tenant_id = $1 AND first_name_folded ~>=~ $2 AND first_name_folded ~<~ $3
ORDER BY id LIMIT $4`;

const BY_TWO_NAMES = `
SELECT id FROM holder WHERE tenant_id = $1 AND surname_folded ~>=~ $4 AND surname_folded ~<~ $5
   AND first_name_folded ~>=~ $2 AND first_name_folded ~<~ $3
UNION
SELECT id FROM holder WHERE tenant_id = $1 AND surname_folded ~>=~ $2 AND surname_folded ~<~ $3
   AND first_name_folded ~>=~ $4 AND first_name_folded ~<~ $5
ORDER BY id LIMIT $6`;

/** People by the beginning of a name, or of both in either order. */
export async function findByName(
  tx: Tx,
  { tenantId, limit }: Search,
  [one, other]: readonly [string, string?],
): Promise<Hits> {
  const rows =
    other === undefined
      ? await tx.query<{ id: bigint }>(BY_ONE_NAME, [tenantId, one, behind(one), limit])
      : await tx.query<{ id: bigint }>(BY_TWO_NAMES, [tenantId, one, behind(one), other, behind(other), limit]);
  return { holderIds: ids(rows), cardIds: [] };
}

const PERSON_OF_SIGN_IN = 'SELECT holder_id AS id FROM web_account WHERE tenant_id = $1 AND id = $2';

/** A person, a card, or the person of a sign-in. */
export async function findById(
  tx: Tx,
  { tenantId }: Search,
  { kind, id }: { readonly kind: 'holder' | 'card' | 'web'; readonly id: bigint },
): Promise<Hits> {
  if (kind === 'card') return { holderIds: [], cardIds: [id] };
  if (kind === 'holder') return { holderIds: [id], cardIds: [] };
  const person = await tx.first<{ id: bigint }>(PERSON_OF_SIGN_IN, [tenantId, id]);
  return { holderIds: person ? [person.id] : [], cardIds: [] };
}

export async function findByEmail(tx: Tx, { tenantId, limit }: Search, email: string): Promise<Hits> {
  const rows = await tx.query<{ id: bigint }>(
    'SELECT id FROM holder WHERE tenant_id = $1 AND email_folded = $2 ORDER BY id LIMIT $3',
    [tenantId, email, limit],
  );
  return { holderIds: ids(rows), cardIds: [] };
}

export async function findByMobile(tx: Tx, { tenantId, limit }: Search, kept: readonly string[]): Promise<Hits> {
  const rows = await tx.query<{ id: bigint }>(
    'SELECT id FROM holder WHERE tenant_id = $1 AND mobile = ANY ($2) ORDER BY id LIMIT $3',
    [tenantId, kept, limit],
  );
  return { holderIds: ids(rows), cardIds: [] };
}

/** The primary holder of an account and all of its cards, including those of nominees. */
export async function findByAccount(tx: Tx, { tenantId, limit }: Search, accountNumber: string): Promise<Hits> {
  const account = await tx.first<{ holder_id: bigint | null; card_ids: bigint[] }>(
    `SELECT m.primary_holder_id AS holder_id,
            ARRAY(SELECT c.id FROM card c
                   WHERE c.tenant_id = m.tenant_id AND c.member_account_id = m.id ORDER BY c.id LIMIT $3) AS card_ids
       FROM member_account m WHERE m.tenant_id = $1 AND m.account_number = $2`,
    [tenantId, accountNumber, limit],
  );
  if (!account) return { holderIds: [], cardIds: [] };
  return { holderIds: account.holder_id === null ? [] : [account.holder_id], cardIds: account.card_ids };
}

export async function findByCardId(tx: Tx, { tenantId, limit }: Search, cardId: string): Promise<Hits> {
  const rows = await tx.query<{ id: bigint }>(
    'SELECT id FROM card WHERE tenant_id = $1 AND card_id = $2 ORDER BY id LIMIT $3',
    [tenantId, cardId, limit],
  );
  return { holderIds: [], cardIds: ids(rows) };
}

export async function findByLastFour(tx: Tx, { tenantId, limit }: Search, lastFour: string): Promise<Hits> {
  const rows = await tx.query<{ id: bigint }>(
    'SELECT id FROM card WHERE tenant_id = $1 AND last4 = $2 ORDER BY id LIMIT $3',
    [tenantId, lastFour, limit],
  );
  return { holderIds: [], cardIds: ids(rows) };
}

export type FoundRow = {
  readonly holder_id: bigint | null;
  readonly first_name: string | null;
  readonly surname: string | null;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly brand: string;
  readonly account_number: string | null;
  readonly is_closed: boolean | null;
  readonly card_id: bigint | null;
  readonly masked_number: string | null;
  readonly printed_id_end: string | null;
  readonly expiry: string | null;
  readonly status: string | null;
  readonly web_account_id: bigint | null;
};

/** The number of a card is not read, only its mask; of the printed id the last four digits. */
const COLUMNS = `h.id AS holder_id, h.first_name, h.surname, h.email, h.mobile, b.identifier AS brand,
  m.account_number, m.is_closed, c.id AS card_id, c.masked_number, right(c.card_id, 4) AS printed_id_end, c.expiry,
  c.status, w.id AS web_account_id`;

const FOUND = `
SELECT ${COLUMNS}
  FROM holder h
  JOIN brand b ON b.tenant_id = h.tenant_id AND b.id = h.brand_id
  LEFT JOIN web_account w ON w.tenant_id = h.tenant_id AND w.holder_id = h.id
  LEFT JOIN card c ON c.tenant_id = h.tenant_id AND c.holder_id = h.id
  LEFT JOIN member_account m ON m.tenant_id = h.tenant_id AND m.id = coalesce(c.member_account_id, w.member_account_id)
 WHERE h.tenant_id = $1 AND h.id = ANY ($2)
UNION
SELECT ${COLUMNS}
  FROM card c
  JOIN brand b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
  JOIN member_account m ON m.tenant_id = c.tenant_id AND m.id = c.member_account_id
  LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
  LEFT JOIN web_account w ON w.tenant_id = c.tenant_id AND w.holder_id = c.holder_id
 WHERE c.tenant_id = $1 AND c.id = ANY ($3)
 ORDER BY holder_id NULLS LAST, card_id NULLS LAST
 LIMIT $4`;

/** A row for each card of these people, for each of them without a card, and for each of these cards. */
export function listFound(tx: Tx, { tenantId, limit }: Search, { holderIds, cardIds }: Hits): Promise<FoundRow[]> {
  return tx.query<FoundRow>(FOUND, [tenantId, holderIds, cardIds, limit]);
}
