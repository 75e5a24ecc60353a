import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLog } from './log.ts';
import type { Log } from './log.ts';

describe('the log', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'wattle-log-'));
    file = path.join(folder, 'wattle.log');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The single log line that `write` produces. */
  async function lineOf(write: (log: Log) => void): Promise<string> {
    write(openLog('info', file));
    // Not created here, because the test checks the file's mode.
    return vi.waitUntil(() => (existsSync(file) ? readFileSync(file, 'utf8') : ''), { interval: 5, timeout: 10_000 });
  }

  it('logs the message, code and cause of an error and no other properties', async () => {
    const cause = Object.assign(new Error('the socket closed'), { client: { secretKey: 'marked-1' } });
    const error = Object.assign(new Error('no connection', { cause }), {
      code: '57P01',
      detail: 'Key (email)=(marked-2) already exists.',
      client: { connectionParameters: { password: 'marked-3' } },
    });
    const line = await lineOf((log) => log.error({ err: error }, 'a database connection broke'));
    const { err, msg } = JSON.parse(line) as { err: Record<string, unknown>; msg: string };
    expect(msg).toBe('a database connection broke');
    expect(err).toMatchObject({ message: 'no connection', code: '57P01', cause: { message: 'the socket closed' } });
    expect(line).not.toContain('marked');
  });

  it.each([
    'password',
    'cardnumber',
    'CardNumber',
    'Cvv2',
    'PinNumber',
    'access_token',
    'refresh_token',
    'TaxFileNumber',
  ])('hides the field %s down to the third level', async (field) => {
    const line = await lineOf((log) =>
      log.info({ [field]: 'marked', body: { [field]: 'marked', inner: { [field]: 'marked' } } }, 'a mistake'),
    );
    expect(line).toContain('[redacted]');
    expect(line).not.toContain('marked');
  });

  it('hides a field of the items of a list', async () => {
    const line = await lineOf((log) => log.info({ cards: [{ CardNumber: 'marked', id: 1 }] }, 'a mistake'));
    expect((JSON.parse(line) as { cards: unknown }).cards).toEqual([{ CardNumber: '[redacted]', id: 1 }]);
  });

  it('in a file is readable by its owner only', async () => {
    await lineOf((log) => log.info({}, 'here'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
