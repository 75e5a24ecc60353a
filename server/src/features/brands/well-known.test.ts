import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand } from '../../../test-support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
  const brands = [
    ['weka', 'https://cards.weka.example', 'mailto:security@weka.example'],
    ['kea', 'https://kea.example', 'https://kea.example/report'],
    ['plain', 'https://plain.example', null],
  ] as const;
  for (const [identifier, BrandUrl, SecurityContact] of brands) {
    await givenBrand(test.ctx, { identifier, settings: { BrandUrl, SecurityContact } });
  }
  test.ctx.setSecurityTime('2026-11-20T02:00:00Z');
});
afterAll(() => test.close());

const ask = (name: string, host: string) => test.app.inject({ url: `/.well-known/${name}`, headers: { host } });

describe('security.txt', () => {
  it('names the contact of the brand of the host, and ends in a month', async () => {
    const { statusCode, headers, body } = await ask('security.txt', 'cards.weka.example');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toBe(
      'Contact: mailto:security@weka.example\nExpires: 2026-12-20T00:00:00.000Z\nPreferred-Languages: en, zh\n',
    );
    expect((await ask('security.txt', 'KEA.example')).body).toContain('Contact: https://kea.example/report\n');
  });

  it.each(['plain.example', 'else.example'])('is not there without a contact: %s', async (host) => {
    expect((await ask('security.txt', host)).statusCode).toBe(404);
  });
});

describe('change-password', () => {
  it('leads to the page where a password is changed', async () => {
    const { statusCode, headers } = await ask('change-password', 'plain.example');
    expect([statusCode, headers.location]).toEqual([302, '/myAccount']);
  });

  it('is not there where no brand is meant', async () => {
    expect((await ask('change-password', 'else.example')).statusCode).toBe(404);
  });
});
