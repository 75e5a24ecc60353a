import cookie from '@fastify/cookie';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type CookieJar, openCookieJar } from './cookies.ts';

/** `Set-Cookie` values of a response whose handler acts on its cookies. */
async function answered(sent: string | undefined, isSecure: boolean, act: (jar: CookieJar) => void): Promise<string[]> {
  const app = fastify();
  await app.register(cookie);
  app.get('/', (request, reply) => {
    const jar = openCookieJar(request, isSecure);
    act(jar);
    jar.answer(reply);
    return reply.send('');
  });
  const { headers, statusCode } = await app.inject({ url: '/', headers: sent === undefined ? {} : { cookie: sent } });
  expect(statusCode).toBe(200);
  return [headers['set-cookie'] ?? []].flat();
}

/** Values of the named cookies in a Cookie header. */
async function readOf(sent: string, isSecure: boolean, ...names: readonly string[]) {
  const found: (string | undefined)[] = [];
  await answered(sent, isSecure, (jar) => found.push(...names.map((name) => jar.read(name))));
  return found;
}

describe('cookies', () => {
  it('are HttpOnly, SameSite, and with TLS bound to this host', async () => {
    expect(await answered(undefined, true, (jar) => jar.keep('device-1', 'abc-_9', 60_000))).toEqual([
      '__Host-wattle-device-1=abc-_9; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict',
    ]);
  });

  it('have no Secure when the sandbox is served without TLS', async () => {
    expect(await answered(undefined, false, (jar) => jar.keep('device-1', 'abc', 60_000))).toEqual([
      'wattle-device-1=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Strict',
    ]);
  });

  it('that are meant for the page are readable by scripts', async () => {
    expect(await answered(undefined, true, (jar) => jar.writePlain('begun-1', 60_000))).toEqual([
      '__Host-wattle-begun-1=1; Max-Age=60; Path=/; Secure; SameSite=Strict',
    ]);
  });

  it('are read by name, the first occurrence only, and only with our prefix', async () => {
    const sent = 'other=1; wattle-device-1=good; wattle-device-1=late; wattle-x="quoted"; wattle-y=%3B';
    expect(await readOf(sent, false, 'device-1', 'x', 'y', 'other')).toEqual(['good', undefined, undefined, undefined]);
  });

  it('without the __Host- prefix are not read over TLS', async () => {
    expect(await readOf('wattle-device-1=planted', true, 'device-1')).toEqual([undefined]);
  });

  it('with the name of an object property are ignored', async () => {
    expect(await readOf('wattle-a=1', false, 'a', '__proto__', 'constructor')).toEqual(['1', undefined, undefined]);
  });

  it('are set to their last change, or not at all when nothing changed', async () => {
    expect(await answered('wattle-a=1', false, () => {})).toEqual([]);
    const twice = (jar: CookieJar) => {
      jar.keep('a', '2', 1000);
      jar.forget('a');
    };
    expect(await answered('wattle-a=1', false, twice)).toEqual([
      'wattle-a=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ]);
  });

  it('never contain a value with a delimiter', async () => {
    const write = (jar: CookieJar) => expect(() => jar.keep('a', 'x; Domain=evil', 1000)).toThrow(/cannot be written/);
    expect(await answered(undefined, false, write)).toEqual([]);
  });
});
