import type { StoreKind } from '@wattle/contract/store/store.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type FeatureSwitches, isFeatureOn, productSettings, type ProductSettings } from '../card-facts/public.ts';

/** A product that the store sells. */
export type SoldProduct = {
  readonly id: number;
  readonly name: string;
  readonly scheme: string;
  readonly art: string;
  readonly isDarkArt: boolean;
  readonly kind: StoreKind;
  readonly settings: ProductSettings;
  readonly sold: NonNullable<ProductSettings['store']>;
};

type Row = {
  readonly id: number;
  readonly name: string;
  readonly scheme: string;
  readonly art: string;
  readonly art_is_dark: boolean;
  readonly is_reloadable: boolean;
  readonly is_virtual: boolean;
  readonly settings: unknown;
  readonly instance_features: FeatureSwitches;
  readonly tenant_features: FeatureSwitches;
};

const LIST = `
SELECT p.id, p.name, p.scheme, p.art, p.art_is_dark, p.is_reloadable, p.is_virtual, p.settings,
       i.features AS instance_features, t.features AS tenant_features
FROM product p
JOIN tenant t ON t.id = p.tenant_id
CROSS JOIN instance_setting i
WHERE p.tenant_id = $1 AND p.brand_id = $2 AND p.settings ->> 'store' IS NOT NULL
ORDER BY p.is_virtual DESC, p.is_reloadable, p.id`;

export function kindOf(product: { readonly is_virtual: boolean; readonly is_reloadable: boolean }): StoreKind {
  if (product.is_virtual) return 'virtual';
  return product.is_reloadable ? 'reloadable' : 'singleload';
}

/** Products of a brand's store, virtual cards first. Empty if the instance or the tenant has it switched off. */
export async function listSold(tx: Tx, tenantId: number, brandId: number): Promise<SoldProduct[]> {
  const rows = await tx.query<Row>(LIST, [tenantId, brandId]);
  return rows.flatMap((row) => {
    if (!isFeatureOn('store', [row.instance_features, row.tenant_features])) return [];
    const settings = productSettings.parse(row.settings);
    if (!settings.store) return [];
    const { id, name, scheme, art, art_is_dark: isDarkArt } = row;
    return [{ id, name, scheme, art, isDarkArt, kind: kindOf(row), settings, sold: settings.store }];
  });
}
