import { connect } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config/config.ts';
import { plainFault } from './plain-fault.ts';

const faultOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

describe('a fault in a line', () => {
  it('names the folder that cannot be written', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'wattle-plain-'));
    const file = path.join(folder, 'a file');
    writeFileSync(file, '');
    const fault = plainFault(faultOf(() => mkdirSync(path.join(file, 'data'), { recursive: true })));
    expect(fault).toBe(`${path.join(file, 'data')}: a part of this path is no folder (ENOTDIR).`);
    rmSync(folder, { recursive: true });
  });

  it('says that nobody answers where the database should be', async () => {
    const { promise, resolve } = Promise.withResolvers<Error>();
    connect({ host: '127.0.0.1', port: 1 }).on('error', resolve);
    expect(plainFault(await promise)).toBe(
      'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1 (ECONNREFUSED).',
    );
  });

  it.each([
    ['28P01', 'password authentication failed for user "wattle"'],
    ['3D000', 'database "wattel" does not exist'],
  ])('says why the database lets nobody in: %s', (code, message) => {
    expect(plainFault(withCode(message, code))).toBe(`The database cannot be used: ${message} (${code}).`);
  });

  it('names the role that is needed where one may not', () => {
    expect(plainFault(withCode('permission denied for table desk_request', '42501'))).toBe(
      'The database role may not do this: permission denied for table desk_request. Use the URL of the role that owns the tables.',
    );
  });

  it('is what was written for whoever runs the program, and nothing for a bug', () => {
    expect(plainFault(new ConfigError('PORT: must be a number'))).toBe('PORT: must be a number');
    expect(plainFault(new TypeError('x is not a function'))).toBeUndefined();
    expect(plainFault('a text')).toBeUndefined();
  });
});
