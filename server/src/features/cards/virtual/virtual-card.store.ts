import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { ManagedCard } from '../managed-card.store.ts';
import { productSettings, type ProductSettings } from '../../card-facts/public.ts';

export type VirtualProduct = {
  readonly id: number;
  readonly brand_id: number;
  readonly language: Language;
  readonly settings: ProductSettings;
};

const PRODUCT = `
SELECT p.id, c.brand_id, h.language, p.settings
FROM card c
JOIN product p ON p.tenant_id = c.tenant_id AND p.brand_id = c.brand_id AND p.is_virtual AND NOT p.is_reloadable
JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
WHERE c.tenant_id = $1 AND c.id = $2 AND p.id = $3`;

/** Product of the virtual cards that may be made for a card. */
export async function findVirtualProduct(
  tx: Tx,
  { tenant_id, id }: Pick<ManagedCard, 'tenant_id' | 'id'>,
  productId: number,
): Promise<VirtualProduct | undefined> {
  const row = await tx.first<Omit<VirtualProduct, 'settings'> & { readonly settings: unknown }>(PRODUCT, [
    tenant_id,
    id,
    productId,
  ]);
  if (!row) return undefined;
  const { settings, ...facts } = row;
  return { ...facts, settings: productSettings.parse(settings) };
}

type Whose = Pick<ManagedCard, 'tenant_id' | 'member_account_id'>;

const LOCK = 'SELECT FROM member_account WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE';

/** The lock keeps two requests from both taking the last place of an account. */
export async function lockAccount(tx: Tx, { tenant_id, member_account_id }: Whose): Promise<void> {
  await tx.run(LOCK, [tenant_id, member_account_id]);
}

const COUNT = `
SELECT count(*) FILTER (WHERE created_at >= $3) AS made_today,
       count(*) FILTER (WHERE expiry >= $4 AND status IN ('Active', 'ActiveOff', 'Restricted')) AS alive
FROM card WHERE tenant_id = $1 AND member_account_id = $2 AND virtual_kind IS NOT NULL`;

/** Virtual cards of an account: those made since a moment, and those that are alive in a month (`yyyy-MM`). */
export async function countVirtualCards(
  tx: Tx,
  { tenant_id, member_account_id }: Whose,
  { since, month }: { readonly since: number; readonly month: string },
): Promise<{ readonly madeToday: number; readonly alive: number }> {
  const row = await tx.first<{ made_today: bigint; alive: bigint }>(COUNT, [
    tenant_id,
    member_account_id,
    new Date(since),
    month,
  ]);
  return { madeToday: Number(row?.made_today ?? 0n), alive: Number(row?.alive ?? 0n) };
}
