import { fullNameIn } from '../../../platform/text/full-name.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { nearNumbers, type Slip } from './near-number.domain.ts';

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
  const words = `${remitter} ${reference}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const named = found.filter(({ person }) => words.includes(person.toLowerCase().split(' ').at(-1) ?? ''));
  const [only, ...others] = named.length > 0 ? named : found;
  const slip = only && near.get(only.account);
  return only && slip && others.length === 0 ? { ...only, slip } : undefined;
}
