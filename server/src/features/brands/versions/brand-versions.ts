import { createHash } from 'node:crypto';
import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { toInstant, type Tx } from '../../../platform/database/database.ts';
import type { Clocks } from '../../../platform/time/clock.ts';
import type { BrandFiles } from '../brand-file.ts';
import { writeBrand } from '../brand-import.store.ts';
import { storedSettings } from '../brand-settings.ts';
import { type BrandFileSet, jsonFile, textsFile } from './brand-content.domain.ts';
import {
  addVersion,
  type BrandRef,
  type BrandVersion,
  findInState,
  findVersion,
  hashesOf,
  lastVersion,
  type LiveRows,
  markPublished,
  readFiles,
  readLiveRows,
  readVersions,
  supersede,
} from './version.store.ts';

type Of = Pick<BrandRef, 'tenantId' | 'id'>;

/** Name of the person who makes or publishes a version, and the time in business time. */
export type By = { readonly by: string; readonly atMs: number };

/** Hash of a picture, by which two are told apart. */
export const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/** Version of a brand from before versions were kept. */
const FIRST = 1;

/** Files of a brand as its rows have them, of which no version was kept. */
function filesOfRows({ brand, assets }: LiveRows): BrandFileSet {
  const { id, identifier, name, tenant_id, tenant_name } = brand;
  const settings = storedSettings.parse(brand.settings);
  return new Map<string, Buffer>([
    ['brand.json', jsonFile({ tenant: { id: tenant_id, name: tenant_name }, id, identifier, name, settings })],
    ...LANGUAGES.map((language): [string, Buffer] => [
      `texts/${language}.json`,
      textsFile(brand.texts[language] ?? {}),
    ]),
    ...assets.map(({ name: file, body }): [string, Buffer] => [file.replace(/^card-/, 'cards/'), body]),
  ]);
}

/** Files of a checked brand as a version keeps them. */
export function filesOfChecked(brand: BrandFiles): BrandFileSet {
  const { tenant, id, identifier, name, settings } = brand;
  return new Map<string, Buffer>([
    ['brand.json', jsonFile({ tenant, id, identifier, name, settings })],
    ...LANGUAGES.map((language): [string, Buffer] => [`texts/${language}.json`, textsFile(brand.texts[language])]),
    ...brand.assets.map(({ name: file, body }): [string, Buffer] => [file.replace(/^card-/, 'cards/'), body]),
  ]);
}

/** The version before versions were kept, as the rows of the brand say. */
function firstOf(brand: Pick<BrandRef, 'updatedAt'>, files: BrandFileSet): BrandVersion {
  const at = brand.updatedAt;
  return {
    version: FIRST,
    state: 'published',
    began_from: null,
    ...hashesOf(files),
    origin: 'import',
    made_by: 'import',
    made_at: at,
    published_by: 'import',
    published_at: at,
  };
}

/** Versions of a brand, the newest first. A brand without any has the first one, which is what its rows say. */
export async function versionsOf(tx: Tx, brand: BrandRef, most: number): Promise<readonly BrandVersion[]> {
  const kept = await readVersions(tx, brand, most);
  if (kept.length > 0) return kept;
  const rows = await readLiveRows(tx, brand);
  return rows ? [firstOf(brand, filesOfRows(rows))] : [];
}

/** The published version. */
export async function liveVersion(tx: Tx, brand: BrandRef): Promise<BrandVersion> {
  const kept = await findInState(tx, brand, 'published');
  const [live] = kept ? [kept] : await versionsOf(tx, brand, 1);
  if (!live) throw new Error(`brand ${brand.id} is missing`);
  return live;
}

/** A version by its number. */
export async function versionOf(tx: Tx, brand: BrandRef, version: number): Promise<BrandVersion | undefined> {
  const kept = await findVersion(tx, brand, version);
  if (kept || version !== FIRST || (await lastVersion(tx, brand)) > 0) return kept;
  return liveVersion(tx, brand);
}

/** Files of a version of `versionOf` or `liveVersion`. */
export async function filesOfVersion(tx: Tx, brand: Of, version: BrandVersion): Promise<BrandFileSet> {
  if (version.version !== FIRST || (await findVersion(tx, brand, FIRST))) return readFiles(tx, brand, version);
  const rows = await readLiveRows(tx, brand);
  return rows ? filesOfRows(rows) : new Map();
}

/** Keeps what the rows of a brand say as its first version, before they change for the first time. */
async function keepFirst(
  tx: Tx,
  brand: Pick<BrandRef, 'tenantId' | 'id' | 'updatedAt'>,
  rows: LiveRows,
): Promise<void> {
  if ((await lastVersion(tx, brand)) > 0) return;
  const atMs = Date.parse(toInstant(brand.updatedAt));
  await addVersion(tx, brand, {
    version: FIRST,
    state: 'published',
    origin: 'import',
    beganFrom: null,
    files: filesOfRows(rows),
    by: 'import',
    atMs,
  });
}

/**
 * Keeps files as the next draft of a brand, whose lock is held. The draft before is superseded, and the new one began
 * from what that one began from.
 */
export async function saveDraft(tx: Tx, brand: BrandRef, files: BrandFileSet, { by, atMs }: By): Promise<number> {
  const rows = await readLiveRows(tx, brand);
  if (rows) await keepFirst(tx, brand, rows);
  const draft = await findInState(tx, brand, 'draft');
  const beganFrom = draft?.began_from ?? (await liveVersion(tx, brand)).version;
  await supersede(tx, brand, 'draft');
  const version = (await lastVersion(tx, brand)) + 1;
  await addVersion(tx, brand, { version, state: 'draft', origin: 'desk', beganFrom, files, by, atMs });
  return version;
}

/** Makes a checked version the published one, in the rows that requests read and among the versions. */
export async function publishVersion(
  tx: Tx,
  brand: BrandRef,
  { version, files }: { readonly version: number; readonly files: BrandFiles },
  { by, atMs, clocks }: By & { readonly clocks: Clocks },
): Promise<void> {
  await writeBrand(tx, files, clocks);
  await supersede(tx, brand, 'published');
  await markPublished(tx, brand, version, { by, atMs });
}

/**
 * Writes an imported brand, whose lock is held where it exists, and keeps it as a published version where anything
 * changed.
 *
 * @param known the brand before; undefined: it is new
 * @returns the version that is published now, and whether it is a new one
 */
export async function publishImported(
  tx: Tx,
  files: BrandFiles,
  known: BrandRef | undefined,
  { by, atMs, clocks }: By & { readonly clocks: Clocks },
): Promise<{ readonly version: number; readonly isChanged: boolean }> {
  const brand = { tenantId: files.tenant.id, id: files.id };
  const rows = known && (await readLiveRows(tx, known));
  const isChanged = await writeBrand(tx, files, clocks);
  if (!isChanged) return { version: known ? (await liveVersion(tx, known)).version : FIRST, isChanged };
  if (known && rows) await keepFirst(tx, known, rows);
  const live = await findInState(tx, brand, 'published');
  await supersede(tx, brand, 'published');
  const version = (await lastVersion(tx, brand)) + 1;
  await addVersion(tx, brand, {
    version,
    state: 'published',
    origin: 'import',
    beganFrom: live?.version ?? null,
    files: filesOfChecked(files),
    by,
    atMs,
  });
  return { version, isChanged };
}
