import { audit } from '../../platform/sealed-log/audit.ts';
import { canonicalJson } from '../../platform/text/canonical-json.ts';
import type { Clocks } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { FindingIn } from '../brands/public.ts';
import { productSettings, type ProductSettings } from '../card-facts/public.ts';
import { type ProductFile, productTypeOf } from './product-file.ts';

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('wattle products', $1))`;
const OWNER = `SELECT tenant_of_product($1) AS tenant_id`;
const EXISTING = `
SELECT brand_id, product_type, scheme, is_reloadable, is_virtual,
       (settings -> 'processor' ->> 'connection')::integer AS connection, settings ->> 'pinHeldBy' AS pin_held_by,
       EXISTS (SELECT FROM card c WHERE c.tenant_id = p.tenant_id AND c.product_id = p.id) AS has_cards
FROM product p WHERE tenant_id = $1 AND id = $2`;
const CONNECTION = `
SELECT is_on, settings ? 'url' AND jsonb_array_length(coalesce(settings -> 'secrets' -> 'api', '[]')) > 0 AS has_api
FROM processor_connection WHERE tenant_id = $1 AND id = $2`;
const HAS_ART = `SELECT EXISTS (SELECT FROM brand_asset WHERE tenant_id = $1 AND brand_id = $2 AND name = $3) AS is_there`;
const SAME_NAME = `SELECT id FROM product WHERE tenant_id = $1 AND brand_id = $2 AND name = $3 AND id <> $4`;
const TERMS = `
SELECT version, url, begins_on::text FROM terms_version
WHERE tenant_id = $1 AND product_id = $2 AND version = $3`;
const WRITE = `
INSERT INTO product (id, tenant_id, brand_id, name, product_type, scheme, is_reloadable, is_virtual, is_upgradeable, art,
                     art_is_dark, settings)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (id) DO UPDATE
  SET name = excluded.name, product_type = excluded.product_type, scheme = excluded.scheme,
      is_reloadable = excluded.is_reloadable, is_virtual = excluded.is_virtual,
      is_upgradeable = excluded.is_upgradeable, art = excluded.art, art_is_dark = excluded.art_is_dark,
      settings = excluded.settings`;
const LAST_VERSION = `
SELECT version, content FROM product_version WHERE tenant_id = $1 AND product_id = $2 ORDER BY version DESC LIMIT 1`;
const ADD_VERSION = `
INSERT INTO product_version (tenant_id, product_id, version, content, imported_at) VALUES ($1, $2, $3, $4, $5)`;
const ADD_TERMS = `
INSERT INTO terms_version (tenant_id, product_id, version, url, begins_on) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (product_id, version) DO NOTHING`;
const LIST = `
SELECT p.id, p.name, p.scheme, p.settings, b.identifier AS brand,
       coalesce((SELECT max(v.version) FROM product_version v WHERE v.tenant_id = p.tenant_id AND v.product_id = p.id), 0)
         AS version
FROM product p JOIN brand b ON b.tenant_id = p.tenant_id AND b.id = p.brand_id
WHERE p.tenant_id = $1 ORDER BY p.id`;

type Existing = {
  readonly brand_id: number;
  readonly product_type: number;
  readonly scheme: string;
  readonly is_reloadable: boolean;
  readonly is_virtual: boolean;
  /** Connection whose processor makes its cards. */
  readonly connection: number | null;
  readonly pin_held_by: string | null;
  readonly has_cards: boolean;
};

export type Place = { readonly tenantId: number; readonly brandId: number };

/** Imports of one programme wait for each other. */
export async function lockProducts(tx: Tx, tenantId: number): Promise<void> {
  await tx.run(LOCK, [tenantId]);
}

/** Parts of a product that work without something that its brand may still add. */
export async function findMissingExtras(tx: Tx, { tenantId, brandId }: Place, file: ProductFile): Promise<string[]> {
  // Only virtual cards are mailed as gifts.
  if (!file.isVirtual || file.settings.store === null) return [];
  const picture = await tx.first<{ is_there: boolean }>(HAS_ART, [tenantId, brandId, `card-${file.art}.png`]);
  return picture?.is_there ? [] : [`mails of gifts show no art: the brand has no cards/${file.art}.png`];
}

/** Conflicts of a product with the database: its number, its art, or facts of its cards. */
export async function findProductConflicts(tx: Tx, place: Place, file: ProductFile): Promise<FindingIn[]> {
  const { tenantId, brandId } = place;
  const found: FindingIn[] = [];
  const note = (key: string, reason: string) => found.push({ key, reason });
  const owner = await tx.first<{ tenant_id: number | null }>(OWNER, [file.id]);
  if (owner?.tenant_id !== null && owner?.tenant_id !== undefined && owner.tenant_id !== tenantId)
    note('id', `is taken by a product of tenant ${owner.tenant_id}`);
  const art = await tx.first<{ is_there: boolean }>(HAS_ART, [tenantId, brandId, `card-${file.art}.svg`]);
  if (!art?.is_there) note('art', `the brand has no cards/${file.art}.svg`);
  const namesake = await tx.first<{ id: number }>(SAME_NAME, [tenantId, brandId, file.name, file.id]);
  if (namesake) note('name', `is that of product ${namesake.id}`);
  const existing = await tx.first<Existing>(EXISTING, [tenantId, file.id]);
  if (existing && existing.brand_id !== brandId) note('brand', 'the product belongs to another brand');
  if (existing?.has_cards) {
    const fixed: [string, unknown, unknown][] = [
      ['kind', existing.product_type, productTypeOf(file)],
      ['scheme', existing.scheme, file.scheme],
      ['isReloadable', existing.is_reloadable, file.isReloadable],
      ['isVirtual', existing.is_virtual, file.isVirtual],
      ['settings.processor.connection', existing.connection, file.settings.processor?.connection ?? null],
      ['settings.pinHeldBy', existing.pin_held_by ?? 'wattle', file.settings.pinHeldBy],
    ];
    for (const [key, before, now] of fixed)
      if (before !== now)
        note(key, 'cannot be changed: the product has cards. Give the new product a number of its own');
  }
  const connection = file.settings.processor?.connection;
  const fault =
    connection !== undefined && connection !== existing?.connection && (await faultOf(tx, tenantId, connection));
  if (fault) note('settings.processor.connection', fault);
  const { terms } = file;
  const known = terms
    ? await tx.first<{ url: string | null; begins_on: string }>(TERMS, [tenantId, file.id, terms.version])
    : undefined;
  if (terms && known && (known.url !== terms.url || known.begins_on !== terms.beginsOn))
    note('terms.version', 'is known with another address or day: changed terms have a version of their own');
  return found;
}

/** Why a processor can make no cards at a connection. */
async function faultOf(tx: Tx, tenantId: number, connection: number): Promise<string | undefined> {
  const known = await tx.first<{ is_on: boolean; has_api: boolean }>(CONNECTION, [tenantId, connection]);
  if (!known) return 'is none of the programme: the command connections of the desk lists them';
  if (!known.has_api) return 'has no API that makes cards: change-connection of the desk takes its url and apiKey';
  return known.is_on ? undefined : 'is off: switch-connection of the desk switches it on';
}

/** Writes a product, its terms and its version where they differ from the last one. The version, and whether it is new. */
export async function writeProduct(
  tx: Tx,
  place: Place,
  file: ProductFile,
  clocks: Clocks,
): Promise<{ readonly version: number; readonly isChanged: boolean }> {
  const { tenantId, brandId } = place;
  const last = await tx.first<{ version: number; content: unknown }>(LAST_VERSION, [tenantId, file.id]);
  if (last && canonicalJson(last.content) === canonicalJson(file)) return { version: last.version, isChanged: false };
  const version = (last?.version ?? 0) + 1;
  await tx.run(WRITE, [
    file.id,
    tenantId,
    brandId,
    file.name,
    productTypeOf(file),
    file.scheme,
    file.isReloadable,
    file.isVirtual,
    file.isUpgradeable,
    file.art,
    file.artIsDark,
    JSON.stringify(file.settings),
  ]);
  const { terms } = file;
  if (terms) await tx.run(ADD_TERMS, [tenantId, file.id, terms.version, terms.url, terms.beginsOn]);
  const now = new Date(clocks.business.now()).toISOString();
  await tx.run(ADD_VERSION, [tenantId, file.id, version, JSON.stringify(file), now]);
  audit(tx, clocks, {
    tenantId,
    actor: 'system',
    action: 'product.imported',
    object: `product:${file.id}`,
    outcome: 'ok',
    details: { version },
  });
  return { version, isChanged: true };
}

export type ListedProduct = {
  readonly id: number;
  readonly name: string;
  readonly scheme: string;
  readonly brand: string;
  readonly settings: ProductSettings;
  /** The version that was imported last; 0: it was never imported from a file. */
  readonly version: number;
};

/** The products of a programme. */
export async function readProducts(tx: Tx, tenantId: number): Promise<ListedProduct[]> {
  const rows = await tx.query<Omit<ListedProduct, 'settings'> & { readonly settings: unknown }>(LIST, [tenantId]);
  return rows.map((row) => ({ ...row, settings: productSettings.parse(row.settings) }));
}
