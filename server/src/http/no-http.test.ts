import { createHash } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await givenApp();
  const { app } = test;
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

/** Bytes as a browser sends them, and all that comes back. `most`: bytes that arrive at a time. */
function ask(request: string, most = request.length): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const send = (from: number) => {
      if (from >= request.length || socket.destroyed) return socket.end();
      socket.write(request.slice(from, from + most));
      return setTimeout(() => send(from + most), 5);
    };
    const socket = connect(port, '127.0.0.1', () => (most < request.length ? send(0) : socket.end(request)));
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const get = (address: string, header = '', most?: number) =>
  ask(`GET ${address} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n${header}\r\n`, most);

/** Bytes of a packet, as networks carry them. */
const PACKET = 1_460;

it('[4-B31] a page with 20,000 characters of cookies says so, clears none of them, and leads on', async () => {
  const answer = await get('/login', `Cookie: a=${'x'.repeat(20_000)}\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('Content-Type: text/html; charset=utf-8');
  // Its one style, by the policy's own hash.
  const [, hash, style = ''] = /style-src 'sha256-([^']+)'[\s\S]*<style>([^<]+)<\/style>/.exec(answer) ?? [];
  expect(hash).toBe(createHash('sha256').update(style).digest('base64'));
  // They may be those of another site of the same domain.
  expect(answer).not.toMatch(/Clear-Site-Data|Set-Cookie/i);
  expect(answer).toContain('Your browser has too many cookies for this site');
  expect(answer).toContain('浏览器中本网站的 Cookie 过多');
  expect(answer).toContain('<a href="/">');
});

it('[4-B31-s1] an address of 18,000 characters is told as one, and as nothing else', async () => {
  const answer = await get(`/login?next=${'x'.repeat(18_000)}`);
  expect(answer).toMatch(/^HTTP\/1\.1 414 /);
  expect(answer).toContain('This address is too long');
  expect(answer).toContain('网址过长');
  expect(answer).not.toContain('cookies');
});

it('a call gets the code of every other call', async () => {
  const answer = await get('/api/brand/default', `Cookie: a=${'x'.repeat(20_000)}\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('{"error":["20010"]}');
  expect(answer).not.toContain('<html');
});

it('says the same of what arrives in packets', async () => {
  const address = await get(`/login?next=${'x'.repeat(18_000)}`, '', PACKET);
  expect(address).toMatch(/^HTTP\/1\.1 414 /);
  const cookies = await get('/login', `Cookie: a=${'x'.repeat(20_000)}\r\n`, PACKET);
  expect(cookies).toMatch(/^HTTP\/1\.1 431 [\s\S]*too many cookies/);
  const call = await get('/api/brand/default', `Cookie: a=${'x'.repeat(20_000)}\r\n`, PACKET);
  expect(call).toContain('{"error":["20010"]}');
});

it('what is too large in several parts, or is more than is read, is blamed on none', async () => {
  const long = (length: number) => 'x'.repeat(length);
  // An address and a referrer, each below its limit; and more than is read at all.
  for (const answer of [
    await get(
      `/login?next=${long(7_900)}`,
      `Cookie: a=${long(5_000)}\r\nReferer: https://evil.example/${long(4_090)}\r\n`,
    ),
    await get(`/login?next=${long(80_000)}`, '', PACKET),
  ]) {
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('This request is too large');
  }
});

it('what is no HTTP is refused as before', async () => {
  expect(await ask('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\{"error":\["20010"\]\}$/);
});
