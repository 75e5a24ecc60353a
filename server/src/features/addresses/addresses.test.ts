import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AddressServer, givenAddressServer } from '../../../test-support/outside/address-server.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, type TestBrand } from '../../../test-support/factories.ts';

let given: TestApp;
let brand: TestBrand;
let plain: TestBrand;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  given = await givenApp({ WATTLE_ADDRESS_RATE: '1000' });
  brand = await givenBrand(given.ctx, { settings: { AutoAddress: true } });
  plain = await givenBrand(given.ctx);
});
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});
afterAll(() => given.close());

/** A server with the address service in place of the sandbox's addresses. */
async function givenServed(server: AddressServer, more: Readonly<Record<string, string>> = {}) {
  const { url, key, secret } = server.settings;
  const app = await givenApp({
    WATTLE_ADDRESS_URL: url,
    WATTLE_ADDRESS_KEY: key,
    WATTLE_ADDRESS_SECRET: secret,
    ...more,
  });
  opened.push(server, app);
  return { app, brand: await givenBrand(app.ctx, { settings: { AutoAddress: true } }) };
}

const post = (url: string, body: object, { app } = given, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/${url}`, payload: body, headers });
const search = (searchString: string, more: object = {}, where = given) =>
  post('address/getMatchedAddresses', { brand: brand.identifier, searchString, countryCode: 'AU', ...more }, where);
const find = (id: string, more: object = {}) =>
  post('address/getDetailedAddress', { brand: brand.identifier, id, countryCode: 'AU', ...more });

type Hits = { readonly Addresses: readonly { readonly Id: string; readonly Text: string }[] };

describe('POST address/getMatchedAddresses', () => {
  it('answers at most 10 hits, each an id and one line', async () => {
    const { Addresses } = (await search('banksia')).json<Hits>();
    expect(Addresses).toHaveLength(10);
    for (const hit of Addresses) expect(Object.keys(hit).toSorted()).toEqual(['Id', 'Text']);
    expect((await search('no such street')).json()).toEqual({ Addresses: [] });
  });

  it.each([
    ['fewer than 3 characters', { searchString: '  ab ' }, 'searchString'],
    ['more than 100', { searchString: 'x'.repeat(101) }, 'searchString'],
    ['no country code', { countryCode: 'Australia' }, 'countryCode'],
  ])('refuses %s', async (_what, more, field) => {
    const response = await search('banksia', more);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: ['20010'], field });
  });

  it('has no hits in a country that the service does not know', async () => {
    expect((await search('banksia', { countryCode: 'DE' })).json()).toEqual({ Addresses: [] });
    expect((await search('banksia', { countryCode: 'NZ' })).json<Hits>().Addresses.length).toBeGreaterThan(0);
  });

  it('is not there for a brand without it, nor for an unknown brand', async () => {
    expect((await search('banksia', { brand: plain.identifier })).statusCode).toBe(404);
    expect((await search('banksia', { brand: 'nosuchbrand' })).statusCode).toBe(404);
  });
});

describe('POST address/getDetailedAddress', () => {
  it('answers the parts of a hit', async () => {
    const [hit] = (await search('2000 lantern sydney')).json<Hits>().Addresses;
    const response = await find(hit?.Id ?? '');
    expect(response.json()).toMatchObject({
      StreetName: 'Lantern Street',
      Suburb: 'Sydney',
      State: 'NSW',
      PostCode: '2000',
      CountryCode: 'AU',
    });
    expect(hit?.Text).toBe(`${response.json<{ AddressLine1: string }>().AddressLine1}, Sydney NSW 2000`);
  });

  it('answers 404 to an id, a country and a brand that it does not know', async () => {
    expect((await find('AU-9999')).json()).toMatchObject({ error: ['404'], field: 'id' });
    expect((await find('AU-0001', { countryCode: 'DE' })).statusCode).toBe(404);
    expect((await find('AU-0001', { brand: plain.identifier })).statusCode).toBe(404);
  });
});

describe('POST config/autoAddressEnableStatus', () => {
  const status = async (who: TestBrand, where = given) =>
    (await post('config/autoAddressEnableStatus', {}, where, { 'wattle-brand': who.identifier })).json();

  it('is on for a brand that has switched it on, where the instance has a service', async () => {
    expect(await status(brand)).toEqual({ IsEnabled: true });
    expect(await status(plain)).toEqual({ IsEnabled: false });
  });

  it('is off in production without settings', async () => {
    const production = await givenApp({ WATTLE_MODE: 'production' });
    opened.push(production);
    const served = await givenBrand(production.ctx, { settings: { AutoAddress: true } });
    expect(await status(served, production)).toEqual({ IsEnabled: false });
    expect((await search('banksia', { brand: served.identifier }, production)).statusCode).toBe(404);
  });

  it('answers 404 where there is no such brand', async () => {
    const headers = { 'wattle-brand': 'nosuchbrand' };
    const response = await post('config/autoAddressEnableStatus', {}, given, headers);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error: ['404'] });
  });
});

describe('the address service', () => {
  it('is asked for what is typed, and no more than its answer leaves', async () => {
    const served = await givenServed(await givenAddressServer());
    const { Addresses } = (await search('ryde', { brand: served.brand.identifier }, served.app)).json<Hits>();
    expect(Addresses).toEqual([
      { Id: '8097e3df-a3ab-43ad-bc66-22c8f5812361', Text: 'Unit 4, 13 Banksia Street, RYDE NSW 2112' },
    ]);
  });

  it('that is away is answered 503 with Retry-After, and asked no more once its breaker is open', async () => {
    const server = await givenAddressServer(() => ({ status: 500 }));
    const served = await givenServed(server);
    const statuses = [];
    for (let call = 0; call < 8; call += 1) {
      const response = await search('banksia', { brand: served.brand.identifier }, served.app);
      expect(response.headers['retry-after']).toBe('2');
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual(Array(8).fill(503));
    expect(server.calls).toHaveLength(5);
    const { body } = await served.app.app.inject('/metrics');
    expect(body).toContain('wattle_outside_calls_total{system="addresses",outcome="unknown"} 5');
    expect(body).toContain('wattle_outside_breaker{system="addresses"} 2');
  });
});

describe('the rate of searches of an address', () => {
  it('is counted over searches and look-ups together, by minute and by day', async () => {
    const server = await givenAddressServer();
    const served = await givenServed(server, { WATTLE_ADDRESS_RATE: '3', WATTLE_ADDRESS_DAY_RATE: '5' });
    const { ctx } = served.app;
    const ask = async (url: string, body: object) => {
      const all = { brand: served.brand.identifier, countryCode: 'AU', ...body };
      return (await post(url, all, served.app)).statusCode;
    };
    const searching = () => ask('address/getMatchedAddresses', { searchString: 'banksia' });
    const looking = () => ask('address/getDetailedAddress', { id: 'nothing' });
    expect([await searching(), await looking(), await searching(), await searching()]).toEqual([200, 404, 200, 429]);
    expect(server.calls).toHaveLength(3);
    ctx.advance(60_000);
    const rows = await ctx.asOwner<{ attempts: number }>('SELECT attempts FROM address_attempt ORDER BY attempts');
    expect(rows.map(({ attempts }) => attempts)).toEqual([3, 3]);
  });

  it('above it says when to try again, and does not call the service', async () => {
    const server = await givenAddressServer();
    const served = await givenServed(server, { WATTLE_ADDRESS_RATE: '1' });
    await search('banksia', { brand: served.brand.identifier }, served.app);
    const response = await search('banksia', { brand: served.brand.identifier }, served.app);
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(server.calls).toHaveLength(1);
  });
});
