import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddressServer, givenAddressServer } from '../../../test-support/outside/address-server.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openAddressfinder } from './addressfinder.ts';
import type { AddressCountry, AddressHit, AddressService } from './port.ts';
import { openSandboxAddresses } from './sandbox.ts';

let server: AddressServer;
beforeAll(async () => {
  server = await givenAddressServer();
});
afterAll(() => server.close());

const SERVICES: readonly (readonly [name: string, open: () => AddressService])[] = [
  ['the sandbox', openSandboxAddresses],
  ['the address service', () => openAddressfinder(server.settings, givenPolicy())],
];

async function hitsOf(service: AddressService, country: AddressCountry, text: string, most = 10) {
  const outcome = await service.search({ country, text, most });
  if (outcome.kind !== 'done') throw new Error(`the search was ${outcome.kind}`);
  return outcome.value;
}

describe.each(SERVICES)('%s', (_name, open) => {
  it.each(['AU', 'NZ'] as const)('finds addresses of %s regardless of case', async (country) => {
    const service = open();
    const found = await hitsOf(service, country, 'banksia');
    expect(found.length).toBeGreaterThan(1);
    expect(found.every(({ text }) => text.includes('Banksia'))).toBe(true);
    expect(await hitsOf(service, country, 'BANKSIA')).toEqual(found);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  });

  it('returns at most the requested number of hits, and none without a match', async () => {
    expect(await hitsOf(open(), 'AU', 'Banksia', 1)).toHaveLength(1);
    expect(await hitsOf(open(), 'AU', 'no such street')).toEqual([]);
  });

  it.each(['AU', 'NZ'] as const)('has the parts of each hit of %s', async (country) => {
    const service = open();
    for (const { id, text } of await hitsOf(service, country, 'Banksia')) {
      const found = await service.find({ country, id });
      if (found.kind !== 'done') throw new Error(`the address was ${found.kind}`);
      const { value } = found;
      expect(text).toContain(value.postcode);
      expect(text.toLowerCase()).toContain(value.suburb.toLowerCase());
      expect(`${value.line1} ${value.line2}`).toContain(value.streetName);
      expect(value.postcode).toMatch(/^\d{4}$/);
      expect(value.state).toMatch(country === 'AU' ? /^(ACT|NSW|NT|QLD|SA|TAS|VIC|WA)$/ : /^[A-Z]{3}$/);
      expect(value.streetNumber).toMatch(/^\d/);
    }
  });

  it('refuses an unknown id, including one of the other country', async () => {
    const service = open();
    expect(await service.find({ country: 'AU', id: 'nothing' })).toMatchObject({ kind: 'refused' });
    const [hit] = await hitsOf(service, 'NZ', 'Banksia');
    expect(await service.find({ country: 'AU', id: (hit as AddressHit).id })).toMatchObject({ kind: 'refused' });
  });
});

describe('the address service', () => {
  const open = (settings = server.settings, limitMs = 5_000) => openAddressfinder(settings, givenPolicy({ limitMs }));

  it('maps the fields of an Australian address', async () => {
    const id = 'd70230a9-a3d8-402f-971e-1b798d00f2f5';
    expect(await open().find({ country: 'AU', id })).toEqual({
      kind: 'done',
      value: {
        line1: '11-15 Banksia Road',
        line2: '',
        unitNumber: '',
        streetNumber: '11-15',
        streetName: 'Banksia Road',
        suburb: 'KATOOMBA',
        state: 'NSW',
        postcode: '2780',
      },
    });
  });

  it('puts the suburb of a New Zealand address on the second line, and the town in the suburb field', async () => {
    expect(await open().find({ country: 'NZ', id: '2-.1.6.1f.YxF' })).toEqual({
      kind: 'done',
      value: {
        line1: '69B Banksia Street',
        line2: 'Ōrākei',
        unitNumber: '',
        streetNumber: '69B',
        streetName: 'Banksia Street',
        suburb: 'Auckland',
        state: 'AUK',
        postcode: '1071',
      },
    });
    const inTown = await open().find({ country: 'NZ', id: '2-.F.1W.p.0G1Jp' });
    expect(inTown).toMatchObject({ value: { line2: '', suburb: 'Napier', state: 'HKB' } });
  });

  it('sends the input as one query parameter, and its secret only in a header', async () => {
    const typed = 'Banksia & key=x#/?';
    await open().search({ country: 'AU', text: typed, most: 10 });
    const call = server.calls.at(-1);
    const url = new URL(call?.url ?? '', server.url);
    expect(Object.fromEntries(url.searchParams)).toEqual({ key: 'LICENCE', format: 'json', q: typed, max: '10' });
    expect(call?.headers.authorization).toBe('only for servers');
  });

  it('has an unknown outcome with wrong settings, a timeout or an invalid answer', async () => {
    const search = (service: AddressService) => service.search({ country: 'AU', text: 'Banksia', most: 10 });
    expect(await search(open({ ...server.settings, secret: 'wrong' }))).toEqual({ kind: 'unknown', code: 'http_401' });
    const silent = await givenAddressServer(() => 'silence');
    expect(await search(open(silent.settings, 50))).toEqual({ kind: 'unknown', code: 'timeout' });
    await silent.close();
    const odd = await givenAddressServer(() => ({ status: 200, body: '{"success":false}' }));
    expect(await search(open(odd.settings))).toEqual({ kind: 'unknown', code: 'unreadable' });
    await odd.close();
  });
});

describe('the generated addresses', () => {
  const all = async (country: AddressCountry, text: string) => hitsOf(openSandboxAddresses(), country, text, 1_000);

  it('are a few hundred, deterministic, and fit into the fields of an address', async () => {
    const [australian, newZealand] = [await all('AU', ''), await all('NZ', '')];
    expect([australian.length, newZealand.length]).toEqual([192, 136]);
    for (const [country, hits] of [
      ['AU', australian],
      ['NZ', newZealand],
    ] as const) {
      for (const { id } of hits) {
        const found = await openSandboxAddresses().find({ country, id });
        if (found.kind !== 'done') throw new Error(`${id} was ${found.kind}`);
        expect(found.value.line1.length).toBeLessThanOrEqual(32);
        expect(found.value.suburb.length).toBeLessThanOrEqual(32);
      }
    }
    expect(new Set([...australian, ...newZealand].map(({ text }) => text)).size).toBe(328);
  });

  it.each([
    ['Darwin', 'NT 0800'],
    ['Hobart', 'TAS 7000'],
    ['Mount Gambier', 'SA 5290'],
    ['Parramatta', 'NSW 2150'],
  ])('have the state and postcode of %s', async (suburb, stateAndPostcode) => {
    const hits = await all('AU', suburb);
    expect(hits).toHaveLength(8);
    for (const { text } of hits) expect(text).toMatch(new RegExp(`, ${suburb}.* ${stateAndPostcode}$`));
  });

  it('are found without accents, and by word prefixes in any order', async () => {
    expect((await all('NZ', 'whangarei')).every(({ text }) => text.includes('Whangārei'))).toBe(true);
    expect(await all('NZ', 'whangarei')).toHaveLength(8);
    const hits = await all('AU', '2000 lant syd');
    expect(hits.map(({ text }) => text)).toEqual([expect.stringMatching(/Lantern Street, Sydney NSW 2000$/)]);
  });
});
