import type { Keys, VersionedKey } from '../../src/platform/secrets/keys.ts';
import type { TestBrand } from '../factories.ts';
import { TEST_KEYS } from '../keys.ts';

/**
 * Settings of a production server on an existing database: no demo, no moving clock, and the keys of the tests, so that
 * data of the test's context is valid there.
 */
export function productionSettings(
  databaseUrl: string,
  { identifier }: Pick<TestBrand, 'identifier'>,
): Record<string, string> {
  return {
    ...keySettings(TEST_KEYS),
    WATTLE_MODE: 'production',
    DATABASE_URL: databaseUrl,
    WATTLE_DEFAULT_BRAND: identifier,
    // All callers share the address of this machine.
    WATTLE_SIGN_IN_RATE: '1000000',
    WATTLE_LOG_LEVEL: 'fatal',
  };
}

/** Key in the format of its setting, current version first. */
export function versioned({ current, versions }: VersionedKey): string {
  const others = [...versions.keys()].filter((version) => version !== current);
  return [current, ...others].map((version) => `${version}:${versions.get(version)?.toString('hex')}`).join();
}

function keySettings(keys: Keys): Record<string, string> {
  return {
    WATTLE_KEY_PAN: versioned(keys.pan),
    WATTLE_KEY_PAN_INDEX: versioned(keys.panIndex),
    WATTLE_KEY_PEPPER: keys.pepper.toString('hex'),
    WATTLE_KEY_TOKEN: versioned(keys.token),
    WATTLE_KEY_CVV: keys.cvv.toString('hex'),
    WATTLE_KEY_PIN: keys.pin.toString('hex'),
    WATTLE_KEY_NETWORK: versioned(keys.network),
    WATTLE_KEY_SEAL: versioned(keys.seal),
  };
}
