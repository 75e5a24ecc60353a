import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config.ts';
import type { AppConfig } from '../config.ts';

/** A key in its versions: new values are made with the current one, old ones still opened with theirs. */
export type VersionedKey = {
  readonly current: number;
  readonly versions: ReadonlyMap<number, Buffer>;
};

export type Keys = {
  /** AES-256: card numbers, tax file numbers, and what waiting messages say. */
  readonly pan: VersionedKey;
  /** HMAC-SHA-256: how a card is found by its number. */
  readonly panIndex: VersionedKey;
  /** In every Argon2id hash. */
  readonly pepper: Buffer;
  /** Access and refresh tokens. */
  readonly token: Buffer;
  /** DES key pair of CVV2. */
  readonly cvv: Buffer;
  /** DES key pair of PVV. */
  readonly pin: Buffer;
  /** Shared with the card network. */
  readonly network: Buffer;
  /** HMAC-SHA-256: the chain over the ledger. Whoever has it can prove the chain, and forge it. */
  readonly seal: VersionedKey;
};

type KeyName = keyof Keys;

const KEY_NAMES: readonly KeyName[] = ['pan', 'panIndex', 'pepper', 'token', 'cvv', 'pin', 'network', 'seal'];

const SETTING: Readonly<Record<KeyName, string>> = {
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

/** Came after the others: a file may lack it. */
const ADDED: KeyName = 'seal';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The keys: from the environment in production, from `keys.json` in the data folder (made on first
 * use, mode 0600) in the sandbox. Throws ConfigError naming every setting that is missing or wrong.
 */
export function loadKeys(config: Pick<AppConfig, 'mode' | 'dataFolder'>, env: Environment): Keys {
  return config.mode === 'production' ? keysOfEnvironment(env) : keysOfFile(path.join(config.dataFolder, 'keys.json'));
}

/**
 * The key of the ledger's chain alone, where the environment or the data folder has it: who checks
 * the chain needs no other. Makes nothing. Throws ConfigError where it cannot be used.
 */
export function findSealKey(config: Pick<AppConfig, 'dataFolder'>, env: Environment): VersionedKey | undefined {
  const text = env[SETTING.seal] ?? readKeyFile(path.join(config.dataFolder, 'keys.json'))?.seal;
  if (text === undefined) return undefined;
  const key = parseVersions(text, LENGTH.seal);
  if (!key) throw new ConfigError(`Not a usable key (hexadecimal, of the right length):\n${SETTING.seal}`);
  return key;
}

function readKeyFile(file: string): Partial<Record<KeyName, string>> | undefined {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<KeyName, string>>;
}

function keysOfEnvironment(env: Environment): Keys {
  const missing = [...KEY_NAMES.map((name) => SETTING[name]), 'DATABASE_URL'].filter((setting) => !env[setting]);
  if (missing.length > 0) {
    throw new ConfigError(
      `Production mode needs settings that are missing:\n${missing.map((setting) => `  ${setting}`).join('\n')}\n` +
        'Each key is hexadecimal, 32 bytes (WATTLE_KEY_CVV and WATTLE_KEY_PIN: 16). Make one with: openssl rand -hex 32',
    );
  }
  return parseKeys((name) => env[SETTING[name]] ?? '', SETTING);
}

function keysOfFile(file: string): Keys {
  const stored = readOrMakeFile(file);
  const labels = Object.fromEntries(KEY_NAMES.map((name) => [name, `${file}, ${name}`])) as Record<KeyName, string>;
  return parseKeys((name) => stored[name] ?? '', labels);
}

function readOrMakeFile(file: string): Partial<Record<KeyName, string>> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o711 });
  const made = Object.fromEntries(KEY_NAMES.map((name) => [name, randomBytes(LENGTH[name]).toString('hex')]));
  try {
    // Exclusive, so that keys that have encrypted something are never written over.
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  chmodSync(file, 0o600);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<KeyName, string>>;
  const lacking = Object.keys(LENGTH).filter((name) => !(name in stored));
  // A file of the release before: what it has encrypted stays readable, the new key is added.
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
  const single = (name: KeyName): Buffer => {
    const { current, versions } = parsed(name);
    return versions.get(current) ?? Buffer.alloc(0);
  };
  const keys: Keys = {
    pan: parsed('pan'),
    panIndex: parsed('panIndex'),
    pepper: single('pepper'),
    token: single('token'),
    cvv: single('cvv'),
    pin: single('pin'),
    network: single('network'),
    seal: parsed('seal'),
  };
  if (wrong.length > 0)
    throw new ConfigError(
      `Not a usable key (hexadecimal, of the right length):\n${wrong.map((name) => `  ${name}`).join('\n')}`,
    );
  return keys;
}

/** `<hex>` is version 1; `2:<hex>,1:<hex>` is version 2 in use and 1 still readable. */
function parseVersions(text: string, length: number): VersionedKey | undefined {
  const versions = new Map<number, Buffer>();
  let current: number | undefined;
  for (const part of text.split(',')) {
    const match = /^(?:(\d{1,4}):)?([0-9a-fA-F]+)$/.exec(part.trim());
    const hex = match?.[2];
    if (!hex || hex.length !== length * 2) return undefined;
    const version = Number(match[1] ?? 1);
    current ??= version;
    versions.set(version, Buffer.from(hex, 'hex'));
  }
  return current === undefined ? undefined : { current, versions };
}
