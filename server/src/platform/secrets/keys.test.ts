import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../config/config.ts';
import { loadKeys } from './keys.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'wattle-keys-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

describe('keys of the sandbox', () => {
  const sandbox = () => loadKeys({ mode: 'sandbox', dataFolder }, {});
  const file = () => path.join(dataFolder, 'keys.json');

  it('are made on first use, in a file that only its owner may read', () => {
    const keys = sandbox();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(keys.pan.versions.get(1)).toHaveLength(32);
    expect(keys.cvv).toHaveLength(16);
    expect(keys.pepper.equals(keys.token.versions.get(1) ?? keys.pepper)).toBe(false);
  });

  it('are the same at every later start', () => {
    expect(sandbox()).toEqual(sandbox());
  });

  it('get mode 0600 again if the file was readable by others', () => {
    sandbox();
    chmodSync(file(), 0o644);
    sandbox();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('of a file without the seal key are kept, and the seal key is added', () => {
    const before = sandbox();
    const stored = JSON.parse(readFileSync(file(), 'utf8')) as Record<string, string>;
    delete stored['seal'];
    writeFileSync(file(), JSON.stringify(stored));
    const after = sandbox();
    expect(after).toEqual({ ...before, seal: after.seal });
    expect(after.seal.versions.get(1)).toHaveLength(32);
    expect(sandbox()).toEqual(after);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('are not recreated over an unusable file', () => {
    writeFileSync(file(), '{"pan": "00"}');
    expect(sandbox).toThrow(ConfigError);
    expect(readFileSync(file(), 'utf8')).toBe('{"pan": "00"}');
  });
});

describe('keys of production', () => {
  const hex = (bytes: number, digit: string) => digit.repeat(bytes * 2);
  const complete = {
    WATTLE_KEY_PAN: hex(32, '1'),
    WATTLE_KEY_PAN_INDEX: hex(32, '2'),
    WATTLE_KEY_PEPPER: hex(32, '3'),
    WATTLE_KEY_TOKEN: hex(32, '4'),
    WATTLE_KEY_CVV: hex(16, '5'),
    WATTLE_KEY_PIN: hex(16, '6'),
    WATTLE_KEY_NETWORK: hex(32, '7'),
    WATTLE_KEY_SEAL: hex(32, '8'),
    DATABASE_URL: 'postgresql://db.example/wattle',
  };
  const load = (env: Record<string, string>) => loadKeys({ mode: 'production', dataFolder }, env);
  const complaint = (env: Record<string, string>) => {
    try {
      load(env);
    } catch (error) {
      return error instanceof ConfigError ? error.message : String(error);
    }
    return 'no complaint';
  };

  it('come from the environment, and no file is written', () => {
    expect(load(complete).pepper.toString('hex')).toBe(hex(32, '3'));
    expect(() => statSync(path.join(dataFolder, 'keys.json'))).toThrow('ENOENT');
  });

  it('are all named when they are missing', () => {
    const message = complaint({});
    for (const setting of Object.keys(complete)) expect(message).toMatch(new RegExp(`^  ${setting}$`, 'm'));
  });

  it.each(Object.keys(complete))('%s alone is named when it alone is missing or empty', (setting) => {
    const message = complaint({ ...complete, [setting]: '' });
    expect([...message.matchAll(/^ {2}(\w+)$/gm)].map((match) => match[1])).toEqual([setting]);
  });

  it('are named, without their value, when they have the wrong length or are not hexadecimal', () => {
    const message = complaint({ ...complete, WATTLE_KEY_PAN: hex(31, 'a'), WATTLE_KEY_CVV: 'zz'.repeat(16) });
    expect([...message.matchAll(/^ {2}(\w+)$/gm)].map((match) => match[1])).toEqual([
      'WATTLE_KEY_PAN',
      'WATTLE_KEY_CVV',
    ]);
    expect(message).not.toContain('aaaa');
    expect(message).not.toContain('zz');
  });

  it('are refused when one is all zeros, like a placeholder', () => {
    expect(complaint({ ...complete, WATTLE_KEY_TOKEN: hex(32, '0') })).toContain('WATTLE_KEY_TOKEN: is all zeros');
  });

  it('are refused when one is used for two purposes', () => {
    const message = complaint({ ...complete, WATTLE_KEY_SEAL: hex(32, '7') });
    expect(message).toContain('WATTLE_KEY_SEAL: is the same key as WATTLE_KEY_NETWORK');
    expect(message).not.toContain('77');
  });

  it('name the version of a single-version key', () => {
    expect(load(complete).singleVersions.pin).toBe(1);
    expect(load({ ...complete, WATTLE_KEY_PIN: `2:${hex(16, 'd')}` }).singleVersions.pin).toBe(2);
  });

  it('may include an older version for reading', () => {
    const keys = load({ ...complete, WATTLE_KEY_PAN: `2:${hex(32, 'b')},1:${hex(32, 'a')}` });
    expect(keys.pan.current).toBe(2);
    expect(keys.pan.versions.get(1)?.toString('hex')).toBe(hex(32, 'a'));
  });

  it('encrypt new values with the version that is listed first, even if it is not the newest', () => {
    const text = `1:${hex(32, 'a')},2:${hex(32, 'b')}`;
    const keys = load({ ...complete, WATTLE_KEY_PAN: text });
    expect(keys.pan.current).toBe(1);
    expect([...keys.pan.versions.keys()]).toEqual([1, 2]);
  });

  it('are refused when one version is listed twice', () => {
    const text = `1:${hex(32, 'a')},1:${hex(32, 'b')}`;
    expect(complaint({ ...complete, WATTLE_KEY_PAN: text })).toContain('WATTLE_KEY_PAN');
  });
});
