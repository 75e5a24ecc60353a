import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { givenHttpServer, type HttpServer } from '../../test-support/outside/http-server.ts';
import { LOOPBACK } from '../../test-support/policy.ts';
import { callForm, callJson } from './http-json.ts';

const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

type Answer = Parameters<typeof givenHttpServer>[0];

async function given(answer: Answer): Promise<HttpServer> {
  const server = await givenHttpServer(answer);
  servers.push(server);
  return server;
}

const call = (url: string, signal = AbortSignal.timeout(5_000)) =>
  callJson({ method: 'GET', url, answer: z.object({ word: z.string() }), addresses: LOOPBACK, signal });

it('reads a response of the expected shape', async () => {
  const { url, calls } = await given(() => ({ status: 200, body: '{"word":"yes","more":1}' }));
  expect(await call(url)).toEqual({ kind: 'done', value: { word: 'yes' } });
  expect(calls[0]).toMatchObject({ method: 'GET', headers: { accept: 'application/json' } });
});

it.each([
  ['no JSON', '<html>'],
  ['another shape', '{"word":7}'],
  ['too long an answer', `{"word":"${'x'.repeat(300_000)}"}`],
])('reports an unknown outcome for %s', async (_what, body) => {
  const { url } = await given(() => ({ status: 200, body }));
  expect(await call(url)).toEqual({ kind: 'unknown', code: 'unreadable' });
});

it.each([
  [400, 'refused'],
  [404, 'refused'],
  [422, 'refused'],
  [401, 'unknown'],
  [409, 'unknown'],
  [429, 'unknown'],
  [500, 'unknown'],
  [503, 'unknown'],
])('counts status %i as %s', async (status, kind) => {
  const { url } = await given(() => ({ status }));
  expect(await call(url)).toEqual({ kind, code: `http_${status}` });
});

it('follows no redirect', async () => {
  const other = await given(() => ({ status: 200, body: '{"word":"yes"}' }));
  const { url } = await given(() => ({ status: 302, headers: { location: other.url } }));
  expect(await call(url)).toMatchObject({ kind: 'unknown' });
  expect(other.calls).toEqual([]);
});

it('reports unsent without a server, and unknown when the connection broke', async () => {
  const gone = await given(() => 'hang up');
  expect(await call(gone.url)).toMatchObject({ kind: 'unknown' });
  await gone.close();
  expect(await call(gone.url)).toEqual({ kind: 'unsent', code: 'ECONNREFUSED' });
});

it('ends a call whose server sends one early answer after another', async () => {
  let isClosed = false;
  let sent = 0;
  const server = createServer((socket) => {
    const timer = setInterval(() => {
      sent += 1;
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
    }, 1);
    socket
      .on('error', () => {})
      .on('close', () => {
        clearInterval(timer);
        isClosed = true;
      });
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const { port } = server.address() as AddressInfo;
  expect(await call(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'unknown' });
  await vi.waitFor(() => expect(isClosed).toBe(true));
  expect(sent).toBeGreaterThan(8);
  server.close();
});

it('reads the answer after a few early ones', async () => {
  const server = createServer((socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(8));
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"word":"yes"}');
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const { port } = server.address() as AddressInfo;
  expect(await call(`http://127.0.0.1:${port}`)).toEqual({ kind: 'done', value: { word: 'yes' } });
  server.close();
});

it('sends the fields of a form with nested names in brackets, and leaves out those without a value', async () => {
  const { url, calls } = await given(() => ({ status: 200, body: '{"word":"yes"}' }));
  const fields = { mode: 'payment', lines: [{ price: { cents: '5' } }], filters: ['a&b', 'c'], none: undefined };
  const answer = z.object({ word: z.string() });
  const signal = AbortSignal.timeout(5_000);
  expect(await callForm({ url, answer, addresses: LOOPBACK, signal, fields })).toMatchObject({ kind: 'done' });
  expect(calls[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  });
  expect(decodeURIComponent(calls[0]?.body.toString('utf8') ?? '')).toBe(
    'mode=payment&lines[0][price][cents]=5&filters[0]=a&b&filters[1]=c',
  );
});
