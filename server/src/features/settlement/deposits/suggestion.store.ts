import { fullNameIn } from '../../../platform/text/full-name.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { farNumbers, type Gap, nearNumbers, type Slip } from './near-number.domain.ts';

export type Suggestion = {
  readonly account: string;
  readonly holder_id: bigint | null;
  readonly person: string;
  readonly slip: Slip;
};

const ACCOUNTS = `
SELECT a.account_number AS account, h.id AS holder_id, coalesce(${fullNameIn('h')}, '') AS person
  FROM member_account a LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE a.tenant_id = $1 AND a.account_number = ANY ($2::text[]) AND NOT a.is_closed ORDER BY a.account_number LIMIT 20`;

/** The likeliest account for a number that no account has; undefined: none, or several alike. */
export async function suggestAccount(
  tx: Tx,
  tenantId: number,
  { number, remitter, reference }: { readonly number: string; readonly remitter: string; readonly reference: string },
): Promise<Suggestion | undefined> {
  const near = nearNumbers(number);
  if (near.size === 0) return undefined;
  const found = await tx.query<Omit<Suggestion, 'slip'>>(ACCOUNTS, [tenantId, [...near.keys()]]);
  const words = wordsOf(remitter, reference);
  const named = found.filter(({ person }) => words.includes(person.toLowerCase().split(' ').at(-1) ?? ''));
  const [only, ...others] = named.length > 0 ? named : found;
  const slip = only && near.get(only.account);
  return only && slip && others.length === 0 ? { ...only, slip } : undefined;
}

const wordsOf = (...texts: readonly string[]): readonly string[] =>
  texts
    .join(' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** An account that a deposit may be meant for, and why. */
export type DepositCandidate = {
  readonly account: string;
  readonly holder_id: bigint | null;
  readonly person: string;
  /** Null: only the name fits. */
  readonly slip: Slip | Gap | null;
  /** The name of the sender, or a word of the reference, is that of the holder. */
  readonly isNamed: boolean;
};

const MOST = 20;

/** Likeliest first. */
const ORDER = ['oneShort', 'oneTooMany', 'twoSwapped', 'oneOther', 'twoApart', 'groupsSwapped', 'oneGroup'] as const;

const IS_NAMED = `
(h.surname_folded = ANY ($3::text[]) AND (h.first_name_folded = ANY ($3::text[])
   OR left(h.first_name_folded, 1) = ANY ($3::text[]) OR coalesce(h.first_name_folded, '') = ''))`;
const COLUMNS = `a.account_number AS account, h.id AS holder_id, coalesce(${fullNameIn('h')}, '') AS person`;

const BY_NUMBER = `
SELECT ${COLUMNS}, coalesce(${IS_NAMED}, false) AS "isNamed"
  FROM member_account a LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE a.tenant_id = $1 AND a.account_number = ANY ($2::text[]) AND NOT a.is_closed
   AND (a.account_number <> ALL ($4::text[]) OR ${IS_NAMED})
 ORDER BY a.account_number LIMIT 100`;

const BY_NAME = `
SELECT ${COLUMNS}, true AS "isNamed"
  FROM (SELECT * FROM holder h WHERE h.tenant_id = $1 AND h.surname_folded = ANY ($2::text[]) AND ${IS_NAMED.replaceAll('$3', '$2')}
         ORDER BY h.id LIMIT ${MOST}) h
  JOIN member_account a ON a.tenant_id = h.tenant_id AND a.primary_holder_id = h.id AND NOT a.is_closed
 ORDER BY a.account_number LIMIT ${MOST}`;

/**
 * Accounts that a deposit may be meant for, the likeliest first: by a number that is near the one it names, and by the
 * name of its sender. A person chooses among them.
 */
export async function listDepositCandidates(
  tx: Tx,
  tenantId: number,
  { number, remitter, reference }: { readonly number: string; readonly remitter: string; readonly reference: string },
): Promise<readonly DepositCandidate[]> {
  const slips = new Map<string, Slip | Gap>([...nearNumbers(number), ...farNumbers(number)]);
  const words = wordsOf(remitter, reference);
  const onlyNamed = [...slips].flatMap(([account, slip]) => (slip === 'oneGroup' ? [account] : []));
  type Found = Omit<DepositCandidate, 'slip'>;
  const byNumber =
    slips.size === 0 ? [] : await tx.query<Found>(BY_NUMBER, [tenantId, [...slips.keys()], words, onlyNamed]);
  const byName = words.length === 0 ? [] : await tx.query<Found>(BY_NAME, [tenantId, words]);
  const known = new Set(byNumber.map(({ account }) => account));
  const all = [...byNumber, ...byName.filter(({ account }) => !known.has(account))].map((one) => ({
    ...one,
    slip: slips.get(one.account) ?? null,
  }));
  return all.toSorted((one, other) => weightOf(one) - weightOf(other)).slice(0, MOST);
}

/** A name counts for more than the kind of a slip, and a name alone for less than any slip with one. */
function weightOf({ slip, isNamed }: DepositCandidate): number {
  return (slip === null ? ORDER.length : ORDER.indexOf(slip)) + (isNamed ? 0 : 2 * ORDER.length);
}
