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

/** Bytes as a browser sends them, and all that comes back. */
function ask(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(request));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const get = (address: string, header = '') =>
  ask(`GET ${address} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n${header}\r\n`);

it('[4-B31] a page with 20,000 characters of cookies says so, clears none of them, and leads on', async () => {
  const answer = await get('/login', `Cookie: a=${'x'.repeat(20_000)}\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('Content-Type: text/html; charset=utf-8');
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

it('what is no HTTP is refused as before', async () => {
  expect(await ask('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\{"error":\["20010"\]\}$/);
});
