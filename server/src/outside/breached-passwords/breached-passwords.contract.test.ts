import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenHttpServer, type HttpServer } from '../../../test-support/outside/http-server.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openOfflineList } from './offline.ts';
import type { BreachedPasswords } from './port.ts';
import { openRangeService } from './range-service.ts';

const KNOWN = 'qwerty123456789';
const UNKNOWN = 'Corymbia-calophylla-41';
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

let server: HttpServer;
let answer: (prefix: string) => ReturnType<Parameters<typeof givenHttpServer>[0]>;
beforeAll(async () => {
  server = await givenHttpServer(({ url }) => answer(url.split('/').at(-1) ?? ''));
});
afterAll(() => server.close());

/** The suffix of the known hash, and two padding lines, of which the second belongs to the other password. */
const ranges = (prefix: string) => {
  const rest = [sha1(KNOWN)].filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:42`);
  return { status: 200, body: [...rest, `${'A'.repeat(35)}:0`, `${sha1(UNKNOWN).slice(5)}:0`].join('\r\n') };
};

describe.each<readonly [name: string, open: () => BreachedPasswords]>([
  ['the packaged list', openOfflineList],
  ['a range service', () => openRangeService(server.url, givenPolicy())],
])('%s', (_name, open) => {
  it('finds a breached password and no other', async () => {
    answer = ranges;
    expect(await open().isKnown(KNOWN)).toEqual({ kind: 'done', value: true });
    expect(await open().isKnown(UNKNOWN)).toEqual({ kind: 'done', value: false });
  });
});

describe('a range service', () => {
  it('receives five characters of the hash and a request for padding', async () => {
    answer = ranges;
    await openRangeService(server.url, givenPolicy()).isKnown(UNKNOWN);
    const call = server.calls.at(-1);
    expect(call?.url).toBe(`/range/${sha1(UNKNOWN).slice(0, 5)}`);
    expect(call?.headers['add-padding']).toBe('true');
  });

  it.each([
    ['that is away', () => ({ status: 503 }), { kind: 'unknown', code: 'http_503' }],
    ['that answers something else', () => ({ status: 200, body: '<html>' }), { kind: 'unknown', code: 'unreadable' }],
    ['that is silent', () => 'silence' as const, { kind: 'unknown', code: 'timeout' }],
  ])('%s has an unknown outcome', async (_what, given, expected) => {
    answer = given;
    expect(await openRangeService(server.url, givenPolicy({ limitMs: 50 })).isKnown(UNKNOWN)).toEqual(expected);
  });
});
