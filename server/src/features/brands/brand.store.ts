import type { PaymentMethod } from '@wattle/contract/rules/payment-methods.ts';
import { inEachLanguage, type Language } from '@wattle/contract/rules/languages.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { type Brand, type BrandTexts, storedSettings } from './brand-settings.ts';

type BrandRow = {
  id: number;
  tenant_id: number;
  tenant_name: string;
  identifier: string;
  name: string;
  settings: unknown;
  /** Texts by the languages that the product had when they were stored. */
  texts: Partial<BrandTexts>;
  updated_at: string;
  assets: Record<string, string>;
  tokens: string | null;
};

/** Brands with the version of the rows that each was read from, by id and in this order. */
export type ReadBrands = ReadonlyMap<number, { readonly version: string; readonly brand: Brand }>;

/**
 * Every brand of the instance with the versions of its assets. It contains no secret. Those that are known in the same
 * version are not read again: most reads find nothing new.
 */
export async function readBrands(tx: Tx, known: ReadBrands = new Map()): Promise<ReadBrands> {
  const versions = await tx.query<{ id: number; version: string }>(
    `SELECT b.id, concat_ws(' ', b.xmin, b.updated_at, t.xmin, a.versions) AS version
       FROM brand b JOIN tenant t ON t.id = b.tenant_id
       LEFT JOIN (SELECT brand_id, string_agg(name || ' ' || version, ' ' ORDER BY name) AS versions
                    FROM brand_asset GROUP BY brand_id) a ON a.brand_id = b.id
      ORDER BY b.id`,
  );
  const isSame = ({ id, version }: (typeof versions)[number]) => known.get(id)?.version === version;
  const changed = versions.filter((one) => !isSame(one)).map(({ id }) => id);
  const read = new Map((changed.length === 0 ? [] : await readBrandsOf(tx, changed)).map((brand) => [brand.id, brand]));
  return new Map(
    versions.flatMap((one) => {
      const brand = isSame(one) ? known.get(one.id)?.brand : read.get(one.id);
      return brand ? [[one.id, { version: one.version, brand }] as const] : [];
    }),
  );
}

async function readBrandsOf(tx: Tx, ids: readonly number[]): Promise<Brand[]> {
  const rows = await tx.query<BrandRow>(
    `SELECT b.id, b.tenant_id, t.name AS tenant_name, b.identifier, b.name, b.settings, b.texts, b.updated_at,
            coalesce((SELECT jsonb_object_agg(a.name, a.version) FROM brand_asset a WHERE a.brand_id = b.id), '{}') AS assets,
            (SELECT convert_from(a.body, 'UTF8') FROM brand_asset a WHERE a.brand_id = b.id AND a.name = 'tokens.css') AS tokens
       FROM brand b JOIN tenant t ON t.id = b.tenant_id
      WHERE b.id = ANY ($1)`,
    [ids],
  );
  return rows.map((row) => ({
    id: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    identifier: row.identifier,
    name: row.name,
    settings: storedSettings.parse(row.settings),
    texts: inEachLanguage((language) => row.texts[language] ?? {}),
    updatedAt: toInstant(row.updated_at),
    assets: new Map(Object.entries(row.assets)),
    tokens: row.tokens ?? '',
    themeColour: /--hero:\s*(#[0-9a-f]{3,8})\b/i.exec(row.tokens ?? '')?.[1],
  }));
}

export type BrandAsset = { readonly contentType: string; readonly body: Buffer; readonly version: string };

/** A file of the published version of a brand by the name in its address. */
export async function findBrandAsset(tx: Tx, brandId: number, name: string): Promise<BrandAsset | undefined> {
  const row = await tx.first<{ content_type: string; body: Buffer; version: string }>(
    'SELECT content_type, body, version FROM brand_asset WHERE brand_id = $1 AND name = $2',
    [brandId, name],
  );
  return row && { contentType: row.content_type, body: row.body, version: row.version };
}

/** When a brand last changed, as instants of the wire. */
export type UpdateTimes = {
  /** Last change of the brand's own files and settings. */
  readonly brand: string;
  /** Last change of these or of a notice, whichever is later. */
  readonly latest: string;
};

export async function readUpdateTimes(tx: Tx, tenantId: number, brandId: number): Promise<UpdateTimes | undefined> {
  const row = await tx.first<{ brand: string; latest: string }>(
    `SELECT b.updated_at AS brand,
            greatest(b.updated_at, (SELECT max(n.updated_at) FROM system_notification n
                                     WHERE n.tenant_id = $1 AND (n.brand_id = $2 OR n.brand_id IS NULL))) AS latest
       FROM brand b WHERE b.tenant_id = $1 AND b.id = $2`,
    [tenantId, brandId],
  );
  return row && { brand: toInstant(row.brand), latest: toInstant(row.latest) };
}

type NoticeText = { readonly Title: string; readonly Body: string };

export type NoticeRow = {
  readonly id: string;
  readonly level: 'info' | 'warning';
  /** Payment method that it is about; null: it is for everyone. */
  readonly payment_method: PaymentMethod | null;
  /** In the default language, and in the others where it was written. */
  readonly texts: Readonly<Partial<Record<Language, NoticeText>>>;
  readonly starts_at: string;
  readonly ends_at: string | null;
};

/** Notices that are current at `nowMs`, business time, the newest first. */
export async function readCurrentNotices(
  tx: Tx,
  tenantId: number,
  brandId: number,
  nowMs: number,
): Promise<NoticeRow[]> {
  return tx.query<NoticeRow>(
    `SELECT id, level, payment_method, texts, starts_at, ends_at FROM system_notification
      WHERE tenant_id = $1 AND (brand_id = $2 OR brand_id IS NULL)
        AND starts_at <= $3 AND (ends_at IS NULL OR ends_at > $3)
      ORDER BY starts_at DESC, id`,
    [tenantId, brandId, new Date(nowMs).toISOString()],
  );
}
