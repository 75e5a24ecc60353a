import type { Clocks } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AssetFile, BrandFiles, BrandIdentity } from './brand-file.ts';
import type { BrandFinding } from './brand-finding.ts';

/** Pages compare this time with the one they have, so two changes never share one. */
const LATER = "greatest(excluded.updated_at, b.updated_at + interval '1 millisecond')";

/** Writes a brand, its tenant and its assets where they differ. Returns whether anything changed. */
export async function writeBrand(tx: Tx, files: BrandFiles, clocks: Clocks): Promise<boolean> {
  const { tenant, id } = files;
  const now = new Date(clocks.business.now()).toISOString();
  await tx.run('INSERT INTO tenant (id, name) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [tenant.id, tenant.name]);
  const written = await tx.run(
    `INSERT INTO brand AS b (id, tenant_id, identifier, name, settings, texts, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE
       SET name = excluded.name, settings = excluded.settings, texts = excluded.texts, updated_at = ${LATER}
     WHERE (b.name, b.settings, b.texts) IS DISTINCT FROM (excluded.name, excluded.settings, excluded.texts)`,
    [id, tenant.id, files.identifier, files.name, JSON.stringify(files.settings), JSON.stringify(files.texts), now],
  );
  const areAssetsChanged = await writeAssets(tx, files);
  if (written === 0 && !areAssetsChanged) return false;
  if (written === 0) {
    const later = LATER.replace('excluded.updated_at', '$3::timestamptz');
    await tx.run(`UPDATE brand b SET updated_at = ${later} WHERE tenant_id = $1 AND id = $2`, [tenant.id, id, now]);
  }
  return true;
}

/** Conflicts with brands in the database that have the name or the number. */
export async function findConflicts(tx: Tx, { tenant, id, identifier }: BrandIdentity): Promise<BrandFinding[]> {
  const found: BrandFinding[] = [];
  const note = (key: string, reason: string) => found.push({ file: 'brand.json', key, reason });
  const owner = await tx.first<{ name: string }>('SELECT name FROM tenant WHERE id = $1', [tenant.id]);
  if (owner && owner.name !== tenant.name) note('tenant.name', `tenant ${tenant.id} is called "${owner.name}"`);
  const brands = await tx.query<{ id: number; identifier: string; tenant_id: number }>(
    'SELECT id, identifier, tenant_id FROM brand WHERE id = $1 OR identifier = $2 ORDER BY id',
    [id, identifier],
  );
  for (const other of brands) {
    const name = `brand ${other.id} (${other.identifier}) of tenant ${other.tenant_id}`;
    if (other.identifier !== identifier) note('id', `is taken by ${name}`);
    else if (other.id !== id) note('identifier', `is taken by ${name}`);
    else if (other.tenant_id !== tenant.id) note('tenant.id', `the brand belongs to tenant ${other.tenant_id}`);
  }
  return found;
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
