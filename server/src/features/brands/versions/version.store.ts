import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/database/database.ts';
import type { BrandFileSet } from './brand-content.domain.ts';

/** Brand of the programme of a transaction. */
export type BrandRef = {
  readonly tenantId: number;
  readonly tenantName: string;
  readonly id: number;
  readonly identifier: string;
  readonly name: string;
  /** timestamptz as text. */
  readonly updatedAt: string;
};

export type VersionState = 'draft' | 'published' | 'superseded';

/** A version of a brand, without the bytes of its files. */
export type BrandVersion = {
  readonly version: number;
  readonly state: VersionState;
  readonly began_from: number | null;
  /** SHA-256 of each file by its path. */
  readonly files: Readonly<Record<string, string>>;
  readonly digest: string;
  readonly origin: 'desk' | 'import';
  readonly made_by: string;
  readonly made_at: string;
  readonly published_by: string | null;
  readonly published_at: string | null;
};

const BRANDS = `
SELECT b.tenant_id AS "tenantId", t.name AS "tenantName", b.id, b.identifier, b.name, b.updated_at AS "updatedAt"
FROM brand b JOIN tenant t ON t.id = b.tenant_id WHERE b.tenant_id = $1`;

/** Brands of a programme, in their order. */
export function listBrandRefs(tx: Tx, tenantId: number): Promise<BrandRef[]> {
  return tx.query(`${BRANDS} ORDER BY b.id`, [tenantId]);
}

const NAMED = `${BRANDS} AND b.identifier = $2`;

/** A brand of the programme by its identifier. */
export function findBrandRef(tx: Tx, tenantId: number, identifier: string): Promise<BrandRef | undefined> {
  return tx.first(NAMED, [tenantId, identifier]);
}

const LOCK = `SELECT id FROM brand WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`;

/** Changes of a brand are one after the other. Requests that read it do not wait. */
export async function lockBrand(tx: Tx, { tenantId, id }: Pick<BrandRef, 'tenantId' | 'id'>): Promise<void> {
  await tx.run(LOCK, [tenantId, id]);
}

const VERSIONS = `
SELECT version, state, began_from, files, digest, origin, made_by, made_at, published_by, published_at
FROM brand_version WHERE tenant_id = $1 AND brand_id = $2`;

type Of = Pick<BrandRef, 'tenantId' | 'id'>;

/** The newest versions of a brand, the newest first. Empty: none was kept yet. */
export function readVersions(tx: Tx, { tenantId, id }: Of, most: number): Promise<BrandVersion[]> {
  return tx.query(`${VERSIONS} ORDER BY version DESC LIMIT $3`, [tenantId, id, most]);
}

const ONE = `${VERSIONS} AND version = $3`;

export function findVersion(tx: Tx, { tenantId, id }: Of, version: number): Promise<BrandVersion | undefined> {
  return tx.first(ONE, [tenantId, id, version]);
}

const IN_STATE = `${VERSIONS} AND state = $3`;

/** The published version or the open draft. */
export function findInState(
  tx: Tx,
  { tenantId, id }: Of,
  state: 'draft' | 'published',
): Promise<BrandVersion | undefined> {
  return tx.first(IN_STATE, [tenantId, id, state]);
}

const LAST = `
SELECT greatest(b.last_version, (SELECT max(version) FROM brand_version WHERE tenant_id = $1 AND brand_id = $2)) AS last
FROM brand b WHERE b.tenant_id = $1 AND b.id = $2`;

/** Number of the newest version, also of one that was deleted since; 0: none was kept yet. */
export async function lastVersion(tx: Tx, { tenantId, id }: Of): Promise<number> {
  return (await tx.first<{ last: number }>(LAST, [tenantId, id]))?.last ?? 0;
}

/** Deletes drafts of before a moment that were never published. Answers how many. */
export async function deleteOldDrafts(tx: Tx, beforeMs: number): Promise<number> {
  const row = await tx.first<{ gone: number }>('SELECT forget_old_drafts($1) AS gone', [new Date(beforeMs)]);
  return row?.gone ?? 0;
}

const BODIES = `SELECT sha256, body FROM brand_file WHERE tenant_id = $1 AND brand_id = $2 AND sha256 = ANY ($3)`;

/** The files of a version with their bytes. */
export async function readFiles(
  tx: Tx,
  { tenantId, id }: Of,
  { files }: Pick<BrandVersion, 'files'>,
): Promise<BrandFileSet> {
  const rows = await tx.query<{ sha256: string; body: Buffer }>(BODIES, [tenantId, id, Object.values(files)]);
  const bodies = new Map(rows.map(({ sha256, body }) => [sha256, body]));
  return new Map(
    Object.entries(files).map(([path, sha256]) => {
      const body = bodies.get(sha256);
      if (!body) throw new Error(`the file ${path} of brand ${id} is missing`);
      return [path, body];
    }),
  );
}

const sha256Of = (body: Buffer | string) => createHash('sha256').update(body).digest('hex');

/** Hashes of files by their paths, and of all of them together. */
export function hashesOf(files: BrandFileSet): Pick<BrandVersion, 'files' | 'digest'> {
  const hashes = [...files].map(([path, body]) => [path, sha256Of(body)] as const);
  const sorted = hashes.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    files: Object.fromEntries(sorted),
    digest: sha256Of(sorted.map(([path, hash]) => `${path} ${hash}\n`).join('')),
  };
}

const ADD_FILE = `
INSERT INTO brand_file (tenant_id, brand_id, sha256, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;

const ADD = `
INSERT INTO brand_version
  (tenant_id, brand_id, version, state, began_from, files, digest, origin, made_by, made_at, published_by, published_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

export type NewVersion = Pick<BrandVersion, 'version' | 'state' | 'origin'> & {
  readonly beganFrom: number | null;
  readonly files: BrandFileSet;
  readonly by: string;
  readonly atMs: number;
};

/** Keeps a version. One that is published was published by who made it. */
export async function addVersion(tx: Tx, { tenantId, id }: Of, made: NewVersion): Promise<void> {
  const { files, digest } = hashesOf(made.files);
  for (const [path, body] of made.files) await tx.run(ADD_FILE, [tenantId, id, files[path], body]);
  const at = new Date(made.atMs);
  const isPublished = made.state === 'published';
  await tx.run(ADD, [
    tenantId,
    id,
    made.version,
    made.state,
    made.beganFrom,
    JSON.stringify(files),
    digest,
    made.origin,
    made.by,
    at,
    isPublished ? made.by : null,
    isPublished ? at : null,
  ]);
}

const SUPERSEDE = `
UPDATE brand_version SET state = 'superseded' WHERE tenant_id = $1 AND brand_id = $2 AND state = $3`;

/** Ends the published version or the open draft, where there is one. */
export async function supersede(tx: Tx, { tenantId, id }: Of, state: 'draft' | 'published'): Promise<void> {
  await tx.run(SUPERSEDE, [tenantId, id, state]);
}

const PUBLISH = `
UPDATE brand_version SET state = 'published', published_by = $4, published_at = $5
WHERE tenant_id = $1 AND brand_id = $2 AND version = $3`;

/** Marks a version as the published one, after the one before was superseded. */
export async function markPublished(
  tx: Tx,
  { tenantId, id }: Of,
  version: number,
  { by, atMs }: { readonly by: string; readonly atMs: number },
): Promise<void> {
  await tx.run(PUBLISH, [tenantId, id, version, by, new Date(atMs)]);
}

const LIVE = `
SELECT b.id, b.identifier, b.name, b.settings, b.texts, b.tenant_id, t.name AS tenant_name
FROM brand b JOIN tenant t ON t.id = b.tenant_id WHERE b.tenant_id = $1 AND b.id = $2`;
const LIVE_FILES = `SELECT name, body FROM brand_asset WHERE tenant_id = $1 AND brand_id = $2`;

/** Rows of a brand as requests read them. */
export type LiveRows = {
  readonly brand: {
    readonly id: number;
    readonly identifier: string;
    readonly name: string;
    readonly settings: unknown;
    readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly tenant_id: number;
    readonly tenant_name: string;
  };
  readonly assets: readonly { readonly name: string; readonly body: Buffer }[];
};

export async function readLiveRows(tx: Tx, { tenantId, id }: Of): Promise<LiveRows | undefined> {
  const brand = await tx.first<LiveRows['brand']>(LIVE, [tenantId, id]);
  return brand && { brand, assets: await tx.query(LIVE_FILES, [tenantId, id]) };
}

const PUBLISHED_FILE = `
SELECT f.body FROM brand_version v
JOIN brand_file f ON f.tenant_id = v.tenant_id AND f.brand_id = v.brand_id AND f.sha256 = v.files ->> $3
WHERE v.tenant_id = $1 AND v.brand_id = $2 AND v.published_at IS NOT NULL AND left(f.sha256, 16) = $4 LIMIT 1`;

/** A file of a version that is or was published, by the first 16 digits of its hash. */
export async function findPublishedFile(
  tx: Tx,
  { tenantId, id }: Of,
  path: string,
  hash: string,
): Promise<Buffer | undefined> {
  return (await tx.first<{ body: Buffer }>(PUBLISHED_FILE, [tenantId, id, path, hash]))?.body;
}
