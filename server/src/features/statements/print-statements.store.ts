import { fullNameIn, nameOnCardIn } from '../../platform/text/full-name.ts';
import type { Tx } from '../../platform/database/database.ts';

type Address = Readonly<Partial<Record<'AddressLine1' | 'AddressLine2' | 'Suburb' | 'State' | 'PostCode', string>>>;

type Printed = {
  readonly body: Buffer;
  readonly holder_name: string;
  readonly name_on_card: string;
  readonly address: Address | null;
};

const PRINTED = `
SELECT s.body, ${fullNameIn('h')} AS holder_name, ${nameOnCardIn('h')} AS name_on_card,
       coalesce(h.correspondence_address, h.address) AS address
FROM statement s
JOIN member_account a ON a.tenant_id = s.tenant_id AND a.id = s.member_account_id
JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE s.tenant_id = $1 AND s.id = $2`;

/** Statement as it was issued, and its address. */
export function readPrinted(tx: Tx, tenantId: number, id: string): Promise<Printed | undefined> {
  return tx.first(PRINTED, [tenantId, id]);
}

/** Lines of the address; undefined: no address. */
export function addressOf({ address }: Printed): readonly string[] | undefined {
  if (!address?.AddressLine1) return undefined;
  const { AddressLine1, AddressLine2, Suburb, State, PostCode } = address;
  const place = [Suburb, State, PostCode].filter(Boolean).join(' ');
  return [AddressLine1, AddressLine2 ?? '', place].filter((line) => line !== '');
}

const ISSUED = `
SELECT a.id AS member_account_id, s.id FROM member_account a
LEFT JOIN statement s ON s.tenant_id = a.tenant_id AND s.member_account_id = a.id AND s.last_day = $3::date
WHERE a.tenant_id = $1 AND a.account_number = $2`;

/** Account with this number, and its statement that ends on a day; null: none. */
export function findIssued(
  tx: Tx,
  tenantId: number,
  accountNumber: string,
  lastDay: string,
): Promise<{ readonly member_account_id: bigint; readonly id: string | null } | undefined> {
  return tx.first(ISSUED, [tenantId, accountNumber, lastDay]);
}

const OF_HOLDER = `
SELECT s.id FROM statement s
JOIN member_account a ON a.tenant_id = s.tenant_id AND a.id = s.member_account_id
JOIN card c ON c.tenant_id = a.tenant_id AND c.holder_id = a.primary_holder_id
WHERE s.tenant_id = $1 AND c.id = $2`;

/** Ids of the statements that go to the holder of a card. */
export async function statementsOfHolder(tx: Tx, tenantId: number, cardId: bigint): Promise<string[]> {
  return (await tx.query<{ id: string }>(OF_HOLDER, [tenantId, cardId])).map(({ id }) => String(id));
}
