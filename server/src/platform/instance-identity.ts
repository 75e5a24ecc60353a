import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import { createHmac } from 'node:crypto';
import type { Mode } from '../config/mode.ts';
import { ConfigError } from '../config/config.ts';
import type { Database, Tx } from './database/database.ts';
import { otherMode } from './database/instance-mode.ts';
import { KEY_NAMES, KEY_SETTING, type KeyName, type Keys } from './secrets/keys.ts';

const CHECK_BYTES = 8;

/** Keys that cannot be rotated: rows hold values made with them that cannot be recomputed. */
const FIXED: ReadonlySet<KeyName> = new Set(['pepper', 'cvv', 'pin']);
/** Old versions of these keys are needed to decrypt or look up stored values. */
const NEEDED_WHILE_USED: ReadonlySet<KeyName> = new Set(['pan', 'panIndex', 'seal']);

type KeyVersion = { readonly name: KeyName; readonly version: number; readonly check: Buffer };
type StoredKey = { readonly name: KeyName; readonly version: number; readonly check_value: Buffer };

const MODE = 'SELECT mode FROM instance_identity';
const NO_MODE = 'This database has no mode yet. Start a server with DATABASE_OWNER_URL, which writes it.';
const KEYS = 'SELECT name, version, check_value FROM instance_key';
const ADD_KEY = `INSERT INTO instance_key (name, version, check_value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
const IS_USED = 'SELECT key_version_is_used($1, $2) AS is_used';

/** The mode that the database was made for; undefined before its first migration by a server. */
export async function readMode(tx: Tx): Promise<Mode | undefined> {
  return (await tx.first<{ mode: Mode }>(MODE))?.mode;
}

/**
 * Checks the mode of this database, records its keys at the first start, and checks them at every later start. New
 * versions of keys that can be rotated are recorded. Throws ConfigError that names what differs: the mode, a
 * key that is not the one the database was used with, a key that cannot be rotated, or a version that rows
 * still need and that is not loaded.
 */
export async function holdToIdentity(database: Database, mode: Mode, keys: Keys): Promise<void> {
  await database.transactShared(async (tx) => {
    const stored = await readMode(tx);
    if (stored === undefined) throw new ConfigError(NO_MODE);
    if (stored !== mode) throw otherMode(stored, mode);
    const loaded = versionsOf(keys);
    await refuseOtherKeys(tx, loaded);
    for (const { name, version, check } of loaded) await tx.run(ADD_KEY, [name, version, check]);
  });
}

/** The same checks without recording anything. A database that no server was started on passes. */
export async function checkIdentity(database: Database, mode: Mode, keys: Keys): Promise<void> {
  await checkMode(database, mode);
  await database.readShared((tx) => refuseOtherKeys(tx, versionsOf(keys)));
}

/** Throws ConfigError if the database has another mode. For commands that need no keys. */
export async function checkMode(database: Database, mode: Mode): Promise<void> {
  const stored = await database.readShared(readMode);
  if (stored !== undefined && stored !== mode) throw otherMode(stored, mode);
}

async function refuseOtherKeys(tx: Tx, loaded: readonly KeyVersion[]): Promise<void> {
  const stored = await tx.query<StoredKey>(KEYS);
  const faults: string[] = [];
  for (const { name, version, check } of loaded) {
    const same = stored.find((one) => one.name === name && one.version === version);
    if (same && !same.check_value.equals(check)) {
      faults.push(`${KEY_SETTING[name]}: version ${version} is not the key that this database was used with`);
    } else if (!same && FIXED.has(name) && stored.some((one) => one.name === name)) {
      faults.push(`${KEY_SETTING[name]}: this key cannot be replaced, what was made with it would be lost`);
    }
  }
  for (const { name, version } of stored) {
    const isLoaded = loaded.some((one) => one.name === name && one.version === version);
    if (isLoaded || !NEEDED_WHILE_USED.has(name)) continue;
    const row = await tx.first<{ is_used: boolean }>(IS_USED, [name, version]);
    if (row?.is_used) faults.push(`${KEY_SETTING[name]}: version ${version} is still in use and was not given`);
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
}

function versionsOf(keys: Keys): KeyVersion[] {
  return KEY_NAMES.flatMap((name) => {
    const versions: readonly (readonly [number, Buffer])[] = isNameOf(keys.singleVersions, name)
      ? [[keys.singleVersions[name], keys[name]]]
      : [...keys[name].versions];
    return versions.map(([version, bytes]) => ({ name, version, check: checkValue(name, bytes) }));
  });
}

/**
 * A digest that identifies a key without revealing it. It includes the name, so that one key under two names
 * gives two values.
 */
function checkValue(name: KeyName, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`wattle key check ${name}`).digest().subarray(0, CHECK_BYTES);
}
