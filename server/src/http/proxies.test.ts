import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenDispute } from '../../test-support/disputes.ts';
import { purchaseOf, sendNetwork } from '../../test-support/network.ts';
import { ask, PROXIES, type Proxy } from '../../test-support/processes/proxies.ts';

const MB = 1024 * 1024;

for (const { name, canRun, keepsBodies, start } of PROXIES) {
  describe.runIf(canRun)(`${name} without a server behind it`, () => {
    let seen: IncomingHttpHeaders;
    let echo: Server;
    let proxy: Proxy;
    beforeAll(async () => {
      echo = createServer((request, response) => {
        seen = request.headers;
        response.end('ok');
      });
      await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
      proxy = await start((echo.address() as AddressInfo).port);
    });
    afterAll(async () => {
      await proxy.stop();
      echo.close();
    });

    it('redirects http to https with path and query', async () => {
      const answered = await new Promise<unknown[]>((resolve) =>
        get(
          { host: '127.0.0.1', port: proxy.http, path: '/login?next=1', headers: { host: 'cards.example' } },
          (response) => resolve([response.statusCode, response.headers.location]),
        ),
      );
      // Caddy names its port, if it is not 443.
      const [status, location] = answered;
      expect([301, 308]).toContain(status);
      expect(String(location).replace(`:${proxy.https}/`, '/')).toBe('https://cards.example/login?next=1');
    });

    it('forwards the host with its port and the client address and scheme that it sees itself', async () => {
      const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
      expect(await ask(proxy, { path: '/', headers: forged }).answer).toEqual({ status: 200, body: 'ok' });
      expect(seen).toMatchObject({
        host: `cards.example:${proxy.https}`,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      });
      expect(seen['connection']).not.toBe('close');
    });

    it.each(['/metrics', '/METRICS/', '//metrics'])('serves metrics to internal callers only: %s', async (address) => {
      expect((await ask(proxy, { path: address }).answer).status).toBe(404);
    });
  });

  describe.runIf(canRun)(`${name} at the host of the desk`, () => {
    let test: TestApp;
    beforeAll(async () => {
      test = await givenApp({ WATTLE_TRUSTED_PROXIES: '127.0.0.1', WATTLE_DESK_HOST: 'desk.example' });
      await test.app.listen({ host: '127.0.0.1', port: 0 });
    });
    afterAll(() => test.close());
    const statusAt = async (proxy: Proxy, host: string) =>
      (await ask(proxy, { path: '/desk/session', host }).answer).status;

    it('has the desk for the networks of the staff, and nothing for others', async () => {
      const upstream = (test.app.server.address() as AddressInfo).port;
      const staffs = await start(upstream);
      // No one is signed in; at the other host there is no desk.
      expect([await statusAt(staffs, 'desk.example'), await statusAt(staffs, 'cards.example')]).toEqual([401, 404]);
      await staffs.stop();
      const strangers = await start(upstream, '192.0.2.0/24');
      expect(await statusAt(strangers, 'desk.example')).toBe(404);
      await strangers.stop();
    });

    it('answers a file that is too large like the server', async () => {
      const proxy = await start((test.app.server.address() as AddressInfo).port);
      const send = async (sent: { readonly body: Buffer } | { readonly length: number }) => {
        const headers = { 'content-type': BYTES_TYPE };
        const call = { path: '/desk/commands/attach', host: 'desk.example', headers, ...sent };
        const { status, body } = await ask(proxy, call).answer;
        return [status, JSON.parse(body) as unknown];
      };
      const refused = { error: 'file_too_large', field: 'file' };
      if (keepsBodies) {
        const answer = { ...refused, requestId: expect.any(String) as string };
        expect(await send({ body: Buffer.alloc(10 * MB) })).toEqual([413, answer]);
      }
      expect(await send({ length: 20 * MB })).toEqual([413, refused]);
      // One that is not too large is read, and no one is signed in.
      const taken = { error: 'not_signed_in', requestId: expect.any(String) as string };
      expect(await send({ body: Buffer.alloc(5 * MB) })).toEqual([401, taken]);
      await proxy.stop();
    });
  });

  describe.runIf(canRun)(`${name} in front of a server`, () => {
    let test: TestApp;
    let proxy: Proxy;
    beforeAll(async () => {
      test = await givenApp({ WATTLE_TRUSTED_PROXIES: '127.0.0.1' });
      await test.app.listen({ host: '127.0.0.1', port: 0 });
      proxy = await start((test.app.server.address() as AddressInfo).port);
    });
    afterAll(async () => {
      await proxy.stop();
      await test.close();
    });

    const pdf = (size: number) =>
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 15), Buffer.from('%%EOF\n')]);

    it('accepts evidence of 10 MB and answers larger bodies like the server', async () => {
      const { id, headers } = await givenDispute(test);
      const fields = encodeURIComponent(JSON.stringify({ DisputeId: id, Name: 'receipt.pdf' }));
      const send = (sent: { readonly body: Buffer } | { readonly length: number }) =>
        ask(proxy, {
          path: '/api/dispute/addFile',
          headers: { ...headers, 'content-type': BYTES_TYPE, [FIELDS_HEADER.toLowerCase()]: fields },
          ...sent,
        }).answer;
      const taken = await send({ body: pdf(10 * MB) });
      expect([taken.status, (JSON.parse(taken.body) as { Files: unknown }).Files]).toEqual([
        200,
        [{ FileId: expect.any(String) as string, Name: 'receipt.pdf', Size: 10 * MB }],
      ]);
      if (keepsBodies) {
        const refused = await send({ body: pdf(11 * MB) });
        const answer = { error: ['20010'], requestId: expect.any(String) as string };
        expect([refused.status, JSON.parse(refused.body)]).toEqual([400, answer]);
      }
      const huge = await send({ length: 20 * MB });
      expect([huge.status, JSON.parse(huge.body)]).toEqual([400, { error: ['20010'] }]);
    });

    it('forwards a live stream without buffering', async () => {
      const { card, headers } = await givenDispute(test);
      let text = '';
      const stream = ask(proxy, { path: '/api/live', headers, onData: (part) => (text += part) });
      stream.answer.catch(() => undefined);
      await vi.waitUntil(() => text !== '', { timeout: 10_000 });
      const before = text.length;
      expect((await sendNetwork(test, 'authorisations', purchaseOf(card))).answer).toBe('00');
      await vi.waitUntil(() => text.slice(before).includes('changed'), { timeout: 10_000 });
      stream.close();
    });
  });
}
