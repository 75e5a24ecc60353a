import { afterEach, describe, expect, it } from 'vitest';
import { givenHttpServer, type HttpServer } from '../../../../test-support/outside/http-server.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import { openOfflineList } from '../../../outside/breached-passwords/offline.ts';
import { openRangeService } from '../../../outside/breached-passwords/range-service.ts';
import { mayChoosePassword } from './password-choice.ts';

const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A context with the packaged list and, where an answer is given, a range service. */
async function given(answer?: Parameters<typeof givenHttpServer>[0]) {
  const server = answer && (await givenHttpServer(answer));
  if (server) servers.push(server);
  const breachedPasswords = server && openRangeService(server.url, givenPolicy());
  return { outside: { commonPasswords: openOfflineList(), breachedPasswords } } as unknown as Parameters<
    typeof mayChoosePassword
  >[0];
}

const SHA1_PREFIX = '30DB9';
const SHA1_REST = '1CB832B794C53820299D0F8DE1E5163E139';

const OWN = ['Wattle', 'robin.vale@example.com'];

describe('a new password', () => {
  it.each(['Golden-Wattle-2026', 'Correct horse 7 battery', '一二三四五六七八九十Aa1', 'x'.repeat(60) + 'Yzabc1'])(
    'may be %s',
    async (password) => {
      expect(await mayChoosePassword(await given(), password, OWN)).toBe(true);
    },
  );

  it.each([
    ['12 characters', 'Golden-Wat-26'.slice(0, 12)],
    ['no digit', 'Golden-Wattle-Tree'],
    ['no capital letter', 'golden-wattle-2026'],
    ['no small letter', 'GOLDEN-WATTLE-2026'],
    ['a common one', 'Qwerty123456789'],
    ['a common word with a year', 'Password-2026!'],
    ['a common word twice', 'SunshineSunshine1'],
    ['hardly any different characters', 'Aaaaaaaaaaaa1'],
    ['the name of the brand alone', 'Wattle-2026-2027'],
    ['the username alone', 'Robin.Vale.2026.1'],
    ['more than 400 characters', `Ab1${'xyzuv'.repeat(80)}`],
  ])('is refused with %s', async (_what, password) => {
    expect(await mayChoosePassword(await given(), password, OWN)).toBe(false);
  });

  it('is refused where a range service knows it, and accepted where the service is down', async () => {
    // SHA-1 of Golden-Banksia-2026: 5 characters are sent.
    const body = `${'0'.repeat(35)}:3\r\n${SHA1_REST}:7\r\n`;
    const known = await given(({ url }) => (url === `/range/${SHA1_PREFIX}` ? { status: 200, body } : { status: 400 }));
    expect(await mayChoosePassword(known, 'Golden-Banksia-2026', OWN)).toBe(false);
    const away = await given(() => ({ status: 503 }));
    expect(await mayChoosePassword(away, 'Golden-Banksia-2026', OWN)).toBe(true);
  });
});
