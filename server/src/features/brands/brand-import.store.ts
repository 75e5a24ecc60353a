import type { Tx } from '../../platform/database.ts';
import { type AssetFile, BrandFileError, type BrandFiles } from './brand-file.ts';

/** Writes a brand and its assets where they differ. True when anything changed. */
export async function writeBrand(tx: Tx, files: BrandFiles, nowMs: number): Promise<boolean> {
  await ownTenant(tx, files);
  await refuseTaken(tx, files);
  const now = new Date(nowMs).toISOString();
  const isBrandChanged = await tx.run(
    `INSERT INTO brand AS b (id, tenant_id, identifier, name, settings, texts, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE
       SET name = excluded.name, settings = excluded.settings, texts = excluded.texts, updated_at = excluded.updated_at
     WHERE (b.name, b.settings, b.texts) IS DISTINCT FROM (excluded.name, excluded.settings, excluded.texts)`,
    [
      files.id,
      files.tenant.id,
      files.identifier,
      files.name,
      JSON.stringify(files.settings),
      JSON.stringify(files.texts),
      now,
    ],
  );
  const areAssetsChanged = await writeAssets(tx, files);
  if (areAssetsChanged && !isBrandChanged) {
    await tx.run('UPDATE brand SET updated_at = $3 WHERE tenant_id = $1 AND id = $2', [files.tenant.id, files.id, now]);
  }
  return isBrandChanged > 0 || areAssetsChanged;
}

async function ownTenant(tx: Tx, { tenant }: BrandFiles): Promise<void> {
  await tx.run('INSERT INTO tenant (id, name) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [tenant.id, tenant.name]);
  const found = await tx.first<{ name: string }>('SELECT name FROM tenant WHERE id = $1', [tenant.id]);
  if (found?.name !== tenant.name) {
    throw new BrandFileError(`brand.json: tenant.name: tenant ${tenant.id} is called ${JSON.stringify(found?.name)}`);
  }
}

async function refuseTaken(tx: Tx, files: BrandFiles): Promise<void> {
  const other = await tx.first<{ id: number; identifier: string; tenant_id: number }>(
    `SELECT id, identifier, tenant_id FROM brand
      WHERE (id = $1 OR identifier = $2) AND NOT (id = $1 AND identifier = $2 AND tenant_id = $3)`,
    [files.id, files.identifier, files.tenant.id],
  );
  if (!other) return;
  const key = other.id === files.id ? 'id' : 'identifier';
  throw new BrandFileError(
    `brand.json: ${key}: is taken by brand ${other.id} (${other.identifier}) of tenant ${other.tenant_id}`,
  );
}

async function writeAssets(tx: Tx, files: BrandFiles): Promise<boolean> {
  const removed = await tx.run('DELETE FROM brand_asset WHERE tenant_id = $1 AND brand_id = $2 AND name <> ALL ($3)', [
    files.tenant.id,
    files.id,
    files.assets.map((asset) => asset.name),
  ]);
  let written = 0;
  for (const asset of files.assets) written += await writeAsset(tx, files, asset);
  return removed + written > 0;
}

async function writeAsset(tx: Tx, files: BrandFiles, asset: AssetFile): Promise<number> {
  return tx.run(
    `INSERT INTO brand_asset AS a (tenant_id, brand_id, name, content_type, body, version)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (brand_id, name) DO UPDATE
       SET content_type = excluded.content_type, body = excluded.body, version = excluded.version
     WHERE (a.content_type, a.version) IS DISTINCT FROM (excluded.content_type, excluded.version)`,
    [files.tenant.id, files.id, asset.name, asset.contentType, asset.body, asset.version],
  );
}
