import { fullNameIn } from '../../../platform/text/full-name.ts';
import type { Tx } from '../../../platform/database/database.ts';

const TAKE = `
UPDATE card SET plastic_ordered_at = $3
WHERE tenant_id = $1 AND id IN (
  SELECT c.id FROM card c JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  WHERE c.tenant_id = $1 AND c.status = 'Ordered' AND c.plastic_ordered_at IS NULL AND NOT p.is_virtual
    AND c.connection_id IS NULL
  ORDER BY c.id LIMIT $2)
RETURNING id`;

/** Takes cards that are to be made, up to a limit, and returns their ids. */
export async function takeOrders(tx: Tx, tenantId: number, atMost: number, at: number): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(TAKE, [tenantId, atMost, new Date(at).toISOString()]);
  return rows.map(({ id }) => id);
}

export async function markOrdered(tx: Tx, tenantId: number, id: bigint, at: number): Promise<void> {
  const sql = 'UPDATE card SET plastic_ordered_at = $3 WHERE tenant_id = $1 AND id = $2';
  await tx.run(sql, [tenantId, id, new Date(at).toISOString()]);
}

type Address = Readonly<Partial<Record<'AddressLine1' | 'AddressLine2' | 'Suburb' | 'State' | 'PostCode', string>>>;

type CardToMake = {
  readonly pan_cipher: Buffer;
  readonly pan_key_version: number;
  readonly expiry: string;
  readonly embossed_name: string;
  readonly product: string;
  readonly brand: string;
  readonly scheme: string;
  readonly holder_name: string | null;
  readonly first_name: string | null;
  readonly surname: string | null;
  readonly address: Address | null;
};

const READ = `
SELECT c.pan_cipher, c.pan_key_version, c.expiry, c.embossed_name, p.name AS product, b.identifier AS brand, p.scheme,
       coalesce(d.name, ${fullNameIn('h')}) AS holder_name,
       h.first_name, h.surname,
       coalesce(d.address, h.correspondence_address, h.address) AS address
FROM card c
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
JOIN brand b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
LEFT JOIN card_delivery d ON d.tenant_id = c.tenant_id AND d.card_id = c.id AND c.holder_id IS NULL
WHERE c.tenant_id = $1 AND c.id = $2 AND c.status NOT IN ('Lost', 'Stolen', 'Replaced', 'Closed')
  AND c.connection_id IS NULL`;

/** Facts about a card for its maker; undefined if it is no longer to be made. */
export function readToMake(tx: Tx, tenantId: number, id: bigint): Promise<CardToMake | undefined> {
  return tx.first(READ, [tenantId, id]);
}

/** The lines of the envelope; undefined without an address. */
export function envelopeOf({ holder_name, address }: CardToMake): readonly string[] | undefined {
  if (holder_name === null || !address?.AddressLine1) return undefined;
  const { AddressLine1, AddressLine2, Suburb, State, PostCode } = address;
  const place = [Suburb, State, PostCode].filter(Boolean).join(' ');
  return [holder_name, AddressLine1, AddressLine2 ?? '', place].filter((line) => line !== '');
}
