import { fullNameIn } from '../../platform/text/full-name.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CardRow, Place } from '../issuing/public.ts';
import type { Doubt } from './judged-row.domain.ts';

const BY_MOBILE = `
SELECT mobile, min(id)::text AS holder FROM holder
 WHERE tenant_id = $1 AND brand_id = $2 AND mobile = ANY ($3::text[]) AND erased_at IS NULL GROUP BY mobile`;
const BY_NAME = `
SELECT DISTINCT h.id::text AS holder, h.first_name_folded AS first, h.surname_folded AS surname,
       h.date_of_birth::text AS born
  FROM unnest($3::date[], $4::text[]) AS p (born, surname)
  JOIN holder h ON h.tenant_id = $1 AND h.date_of_birth = p.born AND h.surname_folded = p.surname
 WHERE h.brand_id = $2 AND h.erased_at IS NULL`;

const nameKey = (first: string, surname: string, born: string) =>
  [first.toLowerCase(), surname.toLowerCase(), born].join('|');

/** Holders of the brand that have the mobile number, or name and birthday, of a row. */
export async function findAlike(
  tx: Tx,
  { tenantId, brandId }: Place,
  rows: readonly CardRow[],
): Promise<ReadonlyMap<CardRow, readonly Doubt[]>> {
  const people = rows.filter(({ surname }) => surname !== '');
  if (people.length === 0) return new Map();
  const mobiles = await tx.query<{ mobile: string; holder: string }>(BY_MOBILE, [
    tenantId,
    brandId,
    people.map(({ mobileNumber }) => mobileNumber).filter((number) => number !== ''),
  ]);
  const named = await tx.query<{ holder: string; first: string; surname: string; born: string }>(BY_NAME, [
    tenantId,
    brandId,
    people.map(({ dateOfBirth }) => dateOfBirth),
    people.map(({ surname }) => surname.toLowerCase()),
  ]);
  const ofMobile = new Map(mobiles.map(({ mobile, holder }) => [mobile, holder]));
  const ofName = new Map(named.map(({ holder, first, surname, born }) => [nameKey(first, surname, born), holder]));
  return new Map(
    people.map((row) => {
      const name = ofName.get(nameKey(row.firstName, row.surname, row.dateOfBirth));
      const mobile = ofMobile.get(row.mobileNumber);
      const doubts: Doubt[] = [];
      if (name !== undefined) doubts.push({ field: 'surname', kind: 'name', holder: name });
      if (mobile !== undefined) doubts.push({ field: 'mobile', kind: 'mobile', holder: mobile });
      return [row, doubts];
    }),
  );
}

const NAMES = `
SELECT h.id::text AS holder, ${fullNameIn('h')} AS name,
       coalesce((SELECT a.account_number FROM member_account a
                  WHERE a.tenant_id = h.tenant_id AND a.primary_holder_id = h.id ORDER BY a.id LIMIT 1), '') AS account
  FROM holder h WHERE h.tenant_id = $1 AND h.id = ANY ($2::bigint[])`;

export type NamedHolder = { readonly holder: string; readonly name: string; readonly account: string };

/** Names and first accounts of holders. */
export async function readNames(
  tx: Tx,
  tenantId: number,
  holders: readonly string[],
): Promise<ReadonlyMap<string, NamedHolder>> {
  if (holders.length === 0) return new Map();
  const rows = await tx.query<NamedHolder>(NAMES, [tenantId, holders]);
  return new Map(rows.map((row) => [row.holder, row]));
}
