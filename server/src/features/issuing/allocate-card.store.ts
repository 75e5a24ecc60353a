import { nameOnCardIn } from '../../platform/text/full-name.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type ContactsForCode, contactsForCodeIn } from '../contact-marks/public.ts';

/** An open account with its primary holder, who is alive. */
export type AccountToServe = ContactsForCode & {
  readonly id: bigint;
  readonly number: string;
  readonly brand_id: number;
  readonly holder_id: bigint;
  readonly first_name: string;
  readonly date_of_birth: string;
  readonly surname: string;
  /** Name on the holder's newest card that has one; empty: none. */
  readonly embossed_name: string;
  readonly language: Language;
  readonly has_address: boolean;
};

const FIND = `
SELECT a.id, a.account_number AS number, a.brand_id, h.id AS holder_id, h.first_name, h.surname,
       ${nameOnCardIn('h')} AS embossed_name,
       coalesce(h.date_of_birth::text, '') AS date_of_birth, h.language, ${contactsForCodeIn('h')},
       coalesce(h.correspondence_address, h.address) ->> 'AddressLine1' IS NOT NULL AS has_address
FROM member_account a JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.account_number = $2 AND NOT a.is_closed AND h.died_on IS NULL AND h.erased_at IS NULL`;

export function findAccountToServe(tx: Tx, tenantId: number, number: string): Promise<AccountToServe | undefined> {
  return tx.first<AccountToServe>(FIND, [tenantId, number]);
}

/** The last four digits of the cards of an account, which a new one must not share. */
export async function readLastFoursOf(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<Set<string>> {
  const rows = await tx.query<{ last4: string }>(
    'SELECT last4 FROM card WHERE tenant_id = $1 AND member_account_id = $2',
    [tenantId, memberAccountId],
  );
  return new Set(rows.map(({ last4 }) => last4));
}

/** Cards of an account that are not over. */
export async function countCardsInUse(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<number> {
  const row = await tx.first<{ cards: number }>(
    `SELECT count(*)::int AS cards FROM card
      WHERE tenant_id = $1 AND member_account_id = $2 AND status NOT IN ('Closed', 'Replaced', 'Expired')`,
    [tenantId, memberAccountId],
  );
  return row?.cards ?? 0;
}

/** An account that a nominee's card spends from. */
export type SharedAccount = { readonly id: bigint; readonly lastFours: ReadonlySet<string> };

/** An open account of the brand, with a primary holder whom a nominee shares it with. */
export async function findSharedAccount(
  tx: Tx,
  { tenantId, brandId }: { readonly tenantId: number; readonly brandId: number },
  number: string,
): Promise<SharedAccount | undefined> {
  const found = await findAccountToServe(tx, tenantId, number);
  if (found?.brand_id !== brandId) return undefined;
  return { id: found.id, lastFours: await readLastFoursOf(tx, tenantId, found.id) };
}
