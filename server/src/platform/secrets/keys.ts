import { byName } from '@wattle/contract/rules/typed-names.ts';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Mode, rulesOf } from '../../config/mode.ts';
import { ConfigError } from '../../config/config.ts';
import type { AppConfig } from '../../config/config.ts';

/** Key with versions. New values use the current version, which is listed first; all versions decrypt and verify. */
export type VersionedKey = {
  readonly current: number;
  readonly versions: ReadonlyMap<number, Buffer>;
};

export type Keys = {
  /** AES-256: card numbers, tax file numbers and the text of queued messages. */
  readonly pan: VersionedKey;
  /** HMAC-SHA-256: lookup of a card by its number. */
  readonly panIndex: VersionedKey;
  /** Secret input of every Argon2id hash. */
  readonly pepper: Buffer;
  /** Access and refresh tokens. */
  readonly token: VersionedKey;
  /** DES key pair of CVV2. */
  readonly cvv: Buffer;
  /** DES key pair of PVV. */
  readonly pin: Buffer;
  /** Shared with the card network. */
  readonly network: VersionedKey;
  /** HMAC-SHA-256: the chain over the ledger. Its holder can verify the chain, and forge it. */
  readonly seal: VersionedKey;
  /** Versions of the single-version keys: 1 unless the setting names another. */
  readonly singleVersions: Readonly<Record<SingleKeyName, number>>;
};

export type KeyName = Exclude<keyof Keys, 'singleVersions'>;
/** Keys with only one loaded version. */
export type SingleKeyName = { [Name in KeyName]: Keys[Name] extends Buffer ? Name : never }[KeyName];

export const KEY_NAMES: readonly KeyName[] = ['pan', 'panIndex', 'pepper', 'token', 'cvv', 'pin', 'network', 'seal'];

/** The setting that each key comes from in production. */
export const KEY_SETTING: Readonly<Record<KeyName, string>> = {
  pan: 'WATTLE_KEY_PAN',
  panIndex: 'WATTLE_KEY_PAN_INDEX',
  pepper: 'WATTLE_KEY_PEPPER',
  token: 'WATTLE_KEY_TOKEN',
  cvv: 'WATTLE_KEY_CVV',
  pin: 'WATTLE_KEY_PIN',
  network: 'WATTLE_KEY_NETWORK',
  seal: 'WATTLE_KEY_SEAL',
};

const LENGTH: Readonly<Record<KeyName, number>> = {
  pan: 32,
  panIndex: 32,
  pepper: 32,
  token: 32,
  cvv: 16,
  pin: 16,
  network: 32,
  seal: 32,
};

/** Added later than the others: an older file may lack it. */
const ADDED: KeyName = 'seal';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The keys: from the environment in production and staging, from `keys.json` in the data folder (made on first
 * use, mode 0600) in the sandbox. Throws ConfigError naming every setting that is missing or wrong.
 */
export function loadKeys(config: Pick<AppConfig, 'mode' | 'dataFolder'>, env: Environment): Keys {
  return rulesOf(config.mode).makesKeysAndDatabase
    ? keysOfFile(path.join(config.dataFolder, 'keys.json'))
    : keysOfEnvironment(config.mode, env);
}

/**
 * Only the seal key, if the environment or the data folder has it; verification needs no other key. Creates
 * nothing. Throws ConfigError if it is invalid.
 */
export function findSealKey(config: Pick<AppConfig, 'dataFolder'>, env: Environment): VersionedKey | undefined {
  const text = env[KEY_SETTING.seal] ?? readKeyFile(path.join(config.dataFolder, 'keys.json'))?.seal;
  if (text === undefined) return undefined;
  const key = parseVersions(text, LENGTH.seal);
  if (!key) throw new ConfigError(`Not a usable key (hexadecimal, of the right length):\n${KEY_SETTING.seal}`);
  return key;
}

function readKeyFile(file: string): Partial<Record<KeyName, string>> | undefined {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<KeyName, string>>;
}

function keysOfEnvironment(mode: Mode, env: Environment): Keys {
  const missing = [...KEY_NAMES.map((name) => KEY_SETTING[name]), 'DATABASE_URL'].filter((setting) => !env[setting]);
  if (missing.length > 0) {
    throw new ConfigError(
      `${mode === 'staging' ? 'Staging' : 'Production'} mode needs settings that are missing:\n${missing.map((setting) => `  ${setting}`).join('\n')}\n` +
        'Each key is hexadecimal, 32 bytes (WATTLE_KEY_CVV and WATTLE_KEY_PIN: 16). Make one with: openssl rand -hex 32\n' +
        'DATABASE_URL names a PostgreSQL of your own. The embedded one is for the sandbox: npm has no build of it newer\n' +
        'than 18.4, so it does not get the security updates of PostgreSQL.',
    );
  }
  const keys = parseKeys((name) => env[KEY_SETTING[name]] ?? '', KEY_SETTING);
  refuseWeak(keys);
  return keys;
}

/** An all-zero key is an unreplaced placeholder. A key used for two purposes weakens both. */
function refuseWeak(keys: Keys): void {
  const faults: string[] = [];
  const seen = new Map<string, KeyName>();
  for (const name of KEY_NAMES) {
    const key = keys[name];
    for (const bytes of Buffer.isBuffer(key) ? [key] : key.versions.values()) {
      const setting = KEY_SETTING[name];
      if (bytes.every((byte) => byte === 0)) faults.push(`  ${setting}: is all zeros`);
      const other = seen.get(bytes.toString('hex'));
      if (other !== undefined && other !== name) faults.push(`  ${setting}: is the same key as ${KEY_SETTING[other]}`);
      seen.set(bytes.toString('hex'), name);
    }
  }
  if (faults.length > 0) throw new ConfigError(`Not a safe key:\n${faults.join('\n')}`);
}

function keysOfFile(file: string): Keys {
  const stored = readOrMakeFile(file);
  const labels = byName(KEY_NAMES, (name) => `${file}, ${name}`);
  return parseKeys((name) => stored[name] ?? '', labels);
}

function readOrMakeFile(file: string): Partial<Record<KeyName, string>> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const made = Object.fromEntries(KEY_NAMES.map((name) => [name, randomBytes(LENGTH[name]).toString('hex')]));
  try {
    // Exclusive create, so that existing keys are never overwritten.
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  chmodSync(file, 0o600);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<KeyName, string>>;
  const lacking = Object.keys(LENGTH).filter((name) => !(name in stored));
  // A file of an older release keeps its keys, and the new key is added.
  if (lacking.length !== 1 || lacking[0] !== ADDED) return stored;
  const completed = { ...stored, [ADDED]: made[ADDED] };
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(completed, null, 2)}\n`, { mode: 0o600 });
  renameSync(half, file);
  return completed;
}

function parseKeys(text: (name: KeyName) => string, label: Readonly<Record<KeyName, string>>): Keys {
  const wrong: string[] = [];
  const parsed = (name: KeyName): VersionedKey => {
    const key = parseVersions(text(name), LENGTH[name]);
    if (!key) wrong.push(label[name]);
    return key ?? { current: 0, versions: new Map() };
  };
  const singleVersions = { pepper: 1, cvv: 1, pin: 1 };
  const single = (name: SingleKeyName): Buffer => {
    const { current, versions } = parsed(name);
    singleVersions[name] = current;
    return versions.get(current) ?? Buffer.alloc(0);
  };
  const keys: Keys = {
    pan: parsed('pan'),
    panIndex: parsed('panIndex'),
    pepper: single('pepper'),
    token: parsed('token'),
    cvv: single('cvv'),
    pin: single('pin'),
    network: parsed('network'),
    seal: parsed('seal'),
    singleVersions,
  };
  if (wrong.length > 0)
    throw new ConfigError(
      `Not a usable key (hexadecimal, of the right length):\n${wrong.map((name) => `  ${name}`).join('\n')}`,
    );
  return keys;
}

/** `<hex>` is version 1; `2:<hex>,1:<hex>` is version 2 in use and 1 still readable; `1:<hex>,2:<hex>` the other way round. */
function parseVersions(text: string, length: number): VersionedKey | undefined {
  const versions = new Map<number, Buffer>();
  let current: number | undefined;
  for (const part of text.split(',')) {
    const match = /^(?:(\d{1,4}):)?([0-9a-fA-F]+)$/.exec(part.trim());
    const hex = match?.[2];
    if (!hex || hex.length !== length * 2) return undefined;
    const version = Number(match[1] ?? 1);
    // Duplicate versions are ambiguous.
    if (versions.has(version)) return undefined;
    current ??= version;
    versions.set(version, Buffer.from(hex, 'hex'));
  }
  return current === undefined ? undefined : { current, versions };
}
