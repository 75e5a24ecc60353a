import { describe, expect, it } from 'vitest';
import { openCookieJar } from './cookies.ts';

describe('cookies', () => {
  it('are HttpOnly, SameSite, and with TLS bound to this host', () => {
    const jar = openCookieJar(undefined, true);
    jar.keep('device-1', 'abc-_9', 60_000);
    expect(jar.answer()).toEqual([
      '__Host-wattle-device-1=abc-_9; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure',
    ]);
  });

  it('come without Secure where the sandbox is served without TLS', () => {
    const jar = openCookieJar(undefined, false);
    jar.keep('device-1', 'abc', 60_000);
    expect(jar.answer()).toEqual(['wattle-device-1=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Strict']);
  });

  it('are read by name, the first occurrence only, and only with our prefix', () => {
    const jar = openCookieJar('other=1; wattle-device-1=good; wattle-device-1=late; wattle-x="quoted"', false);
    expect(jar.read('device-1')).toBe('good');
    expect(jar.read('x')).toBeUndefined();
    expect(jar.read('other')).toBeUndefined();
  });

  it('without the __Host- prefix are not read over TLS', () => {
    expect(openCookieJar('wattle-device-1=planted', true).read('device-1')).toBeUndefined();
  });

  it('set the last change of each, nothing if none changed', () => {
    const jar = openCookieJar('wattle-a=1', false);
    expect(jar.answer()).toEqual([]);
    jar.keep('a', '2', 1000);
    jar.forget('a');
    expect(jar.answer()).toEqual(['wattle-a=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
  });

  it('never contain a value with a delimiter', () => {
    expect(() => openCookieJar(undefined, false).keep('a', 'x; Domain=evil', 1000)).toThrow(/cannot be written/);
  });
});
