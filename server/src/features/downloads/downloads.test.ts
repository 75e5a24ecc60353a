import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { documentOperation } from '@wattle/contract/downloads/document.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { SIGNED_IN, WEB_ACCOUNT } from '@wattle/contract/operation.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenTicket, postTicket } from '../../../test-support/files/downloads.ts';
import { givenCard, givenSession, givenWebAccount } from '../../../test-support/factories.ts';
import { givenUser, type Headers, postApi } from '../../../test-support/signed-in.ts';
import { buildApp } from '../../http/app.ts';
import { documentKind } from '../../http/document.ts';
import { signOutRoute } from '../access/session/sign-out.route.ts';
import { downloadRoutes } from './public.ts';

const parameters = z.object({ accountNumber: z.string().check(z.regex(/^\d{9}$/)), page: z.int() });

/** How a document is made, set by the running test. */
let make: () => AsyncIterable<Uint8Array>;
let isThere = true;
const letter = documentKind(
  documentOperation({
    name: 'letter',
    path: 'letter/print',
    who: SIGNED_IN,
    ids: { accountNumber: 'account' },
    parameters,
    errors: ['not_found', 'invalid_card_details'],
    summary: 'Test',
  }),
  {
    async find({ parameters: given }) {
      if (given.accountNumber === '000000000') return err('invalid_card_details', 'accountNumber');
      return isThere ? ok(given) : err('not_found');
    },
    make: (found, { language }) => ({
      fileName: `letter-${found.page}-${language}.txt`,
      contentType: 'text/plain; charset=utf-8',
      body: make(),
    }),
  },
);
const report = documentKind(
  documentOperation({ name: 'report', who: WEB_ACCOUNT, ids: {}, parameters: z.object({}), summary: 'Test' }),
  { find: async () => ok(null), make: () => ({ fileName: 'report.txt', contentType: 'text/plain', body: make() }) },
);

async function* bytes(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const ASKED = { accountNumber: '300000001', page: 2 };
const PATH = 'letter/print';

let test: TestApp;
let headers: Headers;
beforeAll(async () => {
  test = await givenApp({}, { routes: [...downloadRoutes([letter, report]), signOutRoute] });
});
beforeEach(async () => {
  make = () => bytes('Dear ', 'Amelia');
  isThere = true;
  headers = (await givenUser(test.ctx)).headers;
});
afterAll(() => test.close());

const ticketFor = (who: Headers & { cookie?: string } = headers) => givenTicket(test, who, 'letter', ASKED);

function askForTicket(who: Headers, kind: string, asked: object) {
  return postApi(test, 'download/ticket', who, { kind, parameters: asked, language: 'enAU' });
}

async function refusal(response: { json(): { error: string[]; field?: string }; statusCode: number }) {
  const { error, field } = response.json();
  return [response.statusCode, error[0], ...(field === undefined ? [] : [field])];
}

describe('a ticket', () => {
  it('fetches the document once, as a file, and says when it begins', async () => {
    const ticket = await givenTicket(test, headers, 'letter', ASKED, 'zhCN');
    const response = await postTicket(test, PATH, ticket);
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('Dear Amelia');
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="letter-2-zhCN.txt"',
      'cache-control': 'no-store',
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
    });
    expect(String(response.headers['content-security-policy'])).toContain("frame-ancestors 'self'");
    expect(String(response.headers['set-cookie'])).toBe(`${ticket.begin}=1; Max-Age=60; Path=/; SameSite=Strict`);
    expect(await refusal(await postTicket(test, PATH, ticket))).toEqual([410, '410']);
  });

  it('comes with a cookie that no script reads and no other site sends', async () => {
    const response = await askForTicket(headers, 'letter', ASKED);
    expect(String(response.headers['set-cookie'])).toMatch(
      /^wattle-download=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  it('is kept as a hash alone', async () => {
    const ticket = await ticketFor();
    const rows = JSON.stringify(await test.ctx.asOwner('SELECT * FROM download_ticket'));
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const secret of [ticket.token, ticket.cookie.split('=')[1] ?? '']) {
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain(hex(secret));
    }
  });

  it('fetches it once where two forms are posted at the same moment', async () => {
    const ticket = await ticketFor();
    const answers = await Promise.all([postTicket(test, PATH, ticket), postTicket(test, PATH, ticket)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
  });

  it('is good for 60 seconds', async () => {
    const [early, late] = [await ticketFor(), await ticketFor()];
    test.ctx.advance(59_999);
    expect((await postTicket(test, PATH, early)).statusCode).toBe(200);
    test.ctx.advance(1);
    expect(await refusal(await postTicket(test, PATH, late))).toEqual([410, '410']);
  });

  it('dies with the session that asked for it', async () => {
    const ticket = await ticketFor();
    expect((await postApi(test, 'token/revoke', headers)).statusCode).toBe(200);
    expect(await refusal(await postTicket(test, PATH, ticket))).toEqual([410, '410']);
  });

  it('dies with a session that was idle', async () => {
    const { id, headers: own } = await givenSession(test.ctx, { webAccount: await givenWebAccount(test.ctx) });
    const ticket = await ticketFor(own);
    await test.ctx.asOwner(`UPDATE session SET last_active_at = last_active_at - interval '1 hour' WHERE id = $1`, [
      id,
    ]);
    expect(await refusal(await postTicket(test, PATH, ticket))).toEqual([410, '410']);
  });

  it('is worth nothing in another browser, and stays good in its own', async () => {
    const ticket = await ticketFor();
    const other = await ticketFor((await givenUser(test.ctx)).headers);
    for (const cookie of [null, other.cookie, 'wattle-download=x']) {
      expect(await refusal(await postTicket(test, PATH, ticket, { cookie }))).toEqual([410, '410']);
    }
    expect((await postTicket(test, PATH, ticket)).statusCode).toBe(200);
  });

  it('of two tabs goes by one cookie', async () => {
    const first = await ticketFor();
    const second = await ticketFor({ ...headers, cookie: first.cookie });
    expect(second.cookie).toBe(first.cookie);
    for (const ticket of [first, second]) expect((await postTicket(test, PATH, ticket)).statusCode).toBe(200);
  });

  it('fetches nothing for a page of another origin', async () => {
    const ticket = await ticketFor();
    for (const origin of [
      null,
      'null',
      'https://evil.example',
      'http://localhost:81',
      'http://localhost.evil.example',
    ]) {
      expect(await refusal(await postTicket(test, PATH, ticket, { origin }))).toEqual([403, '403']);
    }
    expect((await postTicket(test, PATH, ticket)).statusCode).toBe(200);
  });

  it('is for its own parameters: the form may repeat them, and change none', async () => {
    const ticket = await ticketFor();
    const others: Record<string, string>[] = [
      { accountNumber: '300000002' },
      { page: '3' },
      { more: '' },
      { constructor: 'x' },
    ];
    for (const fields of others) {
      expect(await refusal(await postTicket(test, PATH, ticket, { fields }))).toEqual([410, '410']);
    }
    expect(
      (await postTicket(test, PATH, ticket, { fields: { accountNumber: '300000001', page: '2' } })).statusCode,
    ).toBe(200);
  });

  it('is for its own document', async () => {
    expect(await refusal(await postTicket(test, 'download/report', await ticketFor()))).toEqual([410, '410']);
  });

  it.each([
    '',
    'x',
    '1.short',
    `1.${'a'.repeat(43)}`,
    `999999999.${'a'.repeat(43)}`,
    `-1.${'a'.repeat(43)}`,
    `1.${'€'.repeat(43)}`,
  ])('that is none is refused: %s', async (token) => {
    const { cookie, begin } = await ticketFor();
    expect(await refusal(await postTicket(test, PATH, { token, cookie, begin }))).toEqual([410, '410']);
  });

  it('is refused as JSON to who asks for that, and as text to a browser that shows it', async () => {
    const gone = { ...(await ticketFor()), token: 'x' };
    expect((await postTicket(test, PATH, gone)).headers['content-type']).toBe('text/plain; charset=utf-8');
    const asked = await postTicket(test, PATH, gone, { accept: 'application/json' });
    expect(asked.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('is recorded in the audit log with its outcome', async () => {
    const ticket = await ticketFor();
    isThere = false;
    expect(await refusal(await postTicket(test, PATH, ticket))).toEqual([404, '404']);
    isThere = true;
    await postTicket(test, PATH, await ticketFor());
    const rows = await test.ctx.asOwner<{ outcome: string }>(
      `SELECT outcome FROM audit_log WHERE action = 'document.downloaded' ORDER BY id DESC LIMIT 2`,
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ok', 'not_found']);
  });
});

describe('asking for a ticket', () => {
  it.each<[string, object, (string | number)[]]>([
    ['unknown', ASKED, [400, '20010', 'kind']],
    ['constructor', ASKED, [400, '20010', 'kind']],
    ['letter', { accountNumber: '1', page: 1 }, [400, '20010', 'accountNumber']],
    ['letter', {}, [400, '20010', 'accountNumber']],
    ['letter', { ...ASKED, accountNumber: '000000000' }, [400, '10000', 'accountNumber']],
  ])('for %s by %j is refused with its field', async (kind, asked, expected) => {
    expect(await refusal(await askForTicket(headers, kind, asked))).toEqual(expected);
  });

  it('is refused where there is no such document', async () => {
    isThere = false;
    expect(await refusal(await askForTicket(headers, 'letter', ASKED))).toEqual([404, '404']);
  });

  it('is refused to who may not have the document, and to strangers', async () => {
    const card = (await givenSession(test.ctx, { card: await givenCard(test.ctx) }, 'card')).headers;
    expect(await refusal(await askForTicket(card, 'report', {}))).toEqual([403, '403']);
    expect((await askForTicket(card, 'letter', ASKED)).statusCode).toBe(200);
    expect((await askForTicket({ authorization: 'Bearer x' }, 'letter', ASKED)).statusCode).toBe(401);
  });

  it('is refused above 20 open ones of a session, until they have ended', async () => {
    for (let count = 1; count <= 20; count += 1) await ticketFor();
    expect(await refusal(await askForTicket(headers, 'letter', ASKED))).toEqual([429, '429']);
    test.ctx.advance(60_000);
    expect((await askForTicket(headers, 'letter', ASKED)).statusCode).toBe(200);
    const rows = await test.ctx.asOwner(
      'SELECT FROM download_ticket WHERE session_id = (SELECT session_id FROM download_ticket ORDER BY ends_at DESC LIMIT 1)',
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a document', () => {
  it('that cannot be begun is answered as a fault', async () => {
    make = () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no rows')) }),
    });
    expect((await postTicket(test, PATH, await ticketFor())).json()).toMatchObject({ error: ['99999'] });
  });

  it('of nothing is an empty file', async () => {
    make = () => bytes();
    const response = await postTicket(test, PATH, await ticketFor());
    expect([response.statusCode, response.body]).toEqual([200, '']);
  });

  it('is made as it is taken, and its source is closed when the browser goes away', async () => {
    let made = 0;
    let isClosed = false;
    make = async function* () {
      try {
        for (;;) {
          made += 1;
          // What cannot be compressed.
          yield randomBytes(64 * 1024);
          await setImmediate();
        }
      } finally {
        isClosed = true;
      }
    };
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { token, cookie } = await ticketFor();
    const aborted = new AbortController();
    const response = await fetch(`${address}/api/${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: address, cookie },
      body: new URLSearchParams({ token }).toString(),
      signal: aborted.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    // An endless document: it is written only while someone reads it.
    await expect
      .poll(async () => {
        const before = made;
        await new Promise((resolve) => setTimeout(resolve, 200));
        return made - before;
      })
      .toBe(0);
    expect(isClosed).toBe(false);
    aborted.abort();
    await expect.poll(() => isClosed).toBe(true);
  });

  it('is one of four that a session fetches at once', async () => {
    // Tickets of earlier tests are not counted.
    await test.ctx.asOwner('DELETE FROM download_ticket');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    make = async function* () {
      yield Buffer.from('a');
      await held;
    };
    const tickets = await Promise.all(Array.from({ length: 5 }, () => ticketFor()));
    const answers = tickets.slice(0, 4).map((ticket) => postTicket(test, PATH, ticket));
    const last = tickets[4];
    if (!last) throw new Error('no ticket');
    await expect
      .poll(
        async () =>
          (
            await test.ctx.asOwner('SELECT FROM download_ticket WHERE used_at IS NOT NULL AND ends_at > $1', [
              new Date(test.ctx.clocks.security.now()),
            ])
          ).length,
      )
      .toBeGreaterThanOrEqual(4);
    expect(await refusal(await postTicket(test, PATH, last))).toEqual([429, '429']);
    letGo();
    for (const answer of await Promise.all(answers)) expect(answer.statusCode).toBe(200);
    expect((await postTicket(test, PATH, await ticketFor())).statusCode).toBe(200);
  });

  it('is hung up on where the browser takes nothing for a while', async () => {
    let isClosed = false;
    make = async function* () {
      try {
        for (;;) yield randomBytes(64 * 1024);
      } finally {
        isClosed = true;
      }
    };
    const { config } = test.ctx;
    const ctx = { ...test.ctx, config: { ...config, downloads: { ...config.downloads, stalledMs: 300 } } };
    const app = await buildApp(ctx, { routes: [...downloadRoutes([letter])] });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const { token, cookie } = await givenTicket({ app, ctx: test.ctx }, headers, 'letter', ASKED);
    const payload = new URLSearchParams({ token }).toString();
    const socket = connect(Number(new URL(address).port), '127.0.0.1').pause();
    socket.on('error', () => {});
    socket.write(
      `POST /api/${PATH} HTTP/1.1\r\nHost: ${new URL(address).host}\r\nOrigin: ${address}\r\nCookie: ${cookie}\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${payload.length}\r\n\r\n${payload}`,
    );
    await expect.poll(() => isClosed).toBe(true);
    socket.destroy();
    await app.close();
  });
});
