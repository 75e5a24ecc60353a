import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../test-support/processes/database.ts';
import { givenCard, givenHolder } from '../../test-support/factories.ts';
import { importBrand } from '../features/brands/public.ts';
import { runProducts } from './products.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const EVERYDAY = path.join(ROOT, 'products/wattle/everyday.json');

type Json = Record<string, unknown> & { settings: Record<string, unknown> };

let ctx: TestContext;
let folder: string;
beforeAll(async () => {
  ctx = await givenContext();
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-product-'));
  await importBrand(ctx, path.join(ROOT, 'brands/wattle'));
  await importBrand(ctx, path.join(ROOT, 'brands/tui'));
});
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true });
});

let file: string;
let given: Json;
let next = 100;
beforeEach(async () => {
  next += 1;
  file = path.join(folder, `product-${next}.json`);
  given = { ...(JSON.parse(await readFile(EVERYDAY, 'utf8')) as Json), id: next, name: `Everyday ${next}` };
  await write({});
});

async function write(change: object, settings: object = {}): Promise<void> {
  await writeFile(file, JSON.stringify({ ...given, ...change, settings: { ...given.settings, ...settings } }));
}

let mode: 'sandbox' | 'production';
beforeEach(() => {
  mode = 'sandbox';
});

async function products(...argv: string[]) {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await runProducts({
    argv,
    config: { mode, dataFolder: '/nowhere', databaseUrl: ctx.url, databaseOwnerUrl: undefined },
    say: (line) => said.push(line),
    complain: (line) => {
      if (line !== 'Using the database of DATABASE_URL') complained.push(line.replaceAll(`${folder}/`, ''));
    },
  });
  return { code, said, complained };
}

const refusalOf = async (command: string) => {
  const { code, complained } = await products(command, file);
  expect(code).toBe(1);
  return complained.flatMap((text) => text.split('\n')).map((line) => line.replace(`product-${next}.json: `, ''));
};

const versionsOf = () =>
  ctx.asOwner<{ version: number; limit: number }>(
    `SELECT version, (content -> 'settings' ->> 'spendLimitMax')::integer AS limit FROM product_version
     WHERE product_id = $1 ORDER BY version`,
    [next],
  );

describe('the demo in production', () => {
  it.each(['wattle', 'stumps', 'tui', 'ledgerline'])('is refused: every product of %s', async (brand) => {
    mode = 'production';
    const place = path.join(ROOT, 'products', brand);
    for (const command of ['check', 'import']) {
      const { code, said, complained } = await products(command, place);
      expect([code, said]).toEqual([1, []]);
      const keys = complained.map((text) => text.split('\n').map((line) => line.split(': ')[1]));
      expect(keys.length).toBeGreaterThan(0);
      for (const each of keys) expect(each).toEqual(['brand', 'settings.cardNumbers.prefix', 'settings.bsb']);
    }
  });

  it('is refused by what is left of it in a product of one’s own, and by nothing else', async () => {
    mode = 'production';
    const own = { cardNumbers: { prefix: '516310', length: 16 }, bsb: '062-001' };
    await write({ brand: 'kea' }, own);
    expect(await products('check', file)).toMatchObject({ code: 0 });
    await write({ brand: 'kea' }, { ...own, bsb: '000-001' });
    expect(await refusalOf('check')).toEqual(['settings.bsb: is of the demo: your bank gives you one']);
    await write({ brand: 'kea', name: 'Wattle Everyday' }, own);
    expect(await refusalOf('check')).toEqual(['name: still has "Wattle Everyday" of the demo']);
    // One that is left out is that of the demo.
    await write({ brand: 'kea' }, { ...own, bsb: undefined });
    expect(await refusalOf('import')).toEqual(['settings.bsb: is of the demo: your bank gives you one']);
    await write({ brand: 'kea' }, { ...own, cardNumbers: { prefix: '90360012', length: 16 } });
    expect(await refusalOf('check')).toEqual([
      'settings.cardNumbers.prefix: is of the demo: the scheme or your processor gives you one',
    ]);
  });
});

describe('importing products', () => {
  it('stores the product of a file with the defaults of what it leaves out', async () => {
    expect(await products('check', file)).toMatchObject({
      code: 0,
      said: [`Everyday ${next}: nothing is wrong with it`],
    });
    expect(await products('import', file)).toMatchObject({
      code: 0,
      said: [`Everyday ${next}: imported as version 1`],
    });
    const [row] = await ctx.asOwner(
      `SELECT tenant_id, brand_id, name, product_type, scheme, is_reloadable, art, settings ->> 'bpay' AS bpay,
              settings ->> 'replacementFee' AS fee FROM product WHERE id = $1`,
      [next],
    );
    expect(row).toEqual({
      tenant_id: 1,
      brand_id: 1,
      name: `Everyday ${next}`,
      product_type: 2,
      scheme: 'Visa',
      is_reloadable: true,
      art: 'everyday',
      bpay: 'true',
      fee: '995',
    });
    expect((await products('list')).said).toContain(`${next}\tEveryday ${next}\twattle, Visa\tversion 1`);
  });

  it('keeps each version, and makes none where nothing has changed', async () => {
    await products('import', file);
    expect((await products('import', file)).said).toEqual([`Everyday ${next}: nothing has changed, version 1`]);
    await write({}, { spendLimitMax: 6_000_00 });
    expect((await products('import', file)).said).toEqual([`Everyday ${next}: imported as version 2`]);
    expect(await versionsOf()).toEqual([
      { version: 1, limit: 500_000 },
      { version: 2, limit: 600_000 },
    ]);
    const [row] = await ctx.asOwner(`SELECT settings ->> 'spendLimitMax' AS limit FROM product WHERE id = $1`, [next]);
    expect(row).toEqual({ limit: '600000' });
  });

  it('makes each version once, however many import it at once', async () => {
    const done = await Promise.all(Array.from({ length: 5 }, () => products('import', file)));
    expect(done.filter(({ said }) => said[0]?.endsWith('imported as version 1'))).toHaveLength(1);
    expect(await versionsOf()).toHaveLength(1);
  });

  it('takes all products of a folder, those of this repository too', async () => {
    const { code, said, complained } = await products('import', path.join(ROOT, 'products/wattle'));
    expect({ code, complained }).toEqual({ code: 0, complained: [] });
    expect(said).toHaveLength(5);
  });

  it('is warned where its gifts are mailed without the art of their card', async () => {
    const online = JSON.parse(await readFile(path.join(ROOT, 'products/wattle/online.json'), 'utf8')) as Json;
    given = { ...online, id: next, name: `Everyday ${next}` };
    const hint = `Everyday ${next}: mails of gifts show no art: the brand has no cards/travel.png`;
    await write({ art: 'travel' });
    expect(await products('import', file)).toMatchObject({
      code: 0,
      said: [hint, `Everyday ${next}: imported as version 1`],
    });
    await write({ art: 'online' });
    expect((await products('import', file)).said).toEqual([`Everyday ${next}: imported as version 2`]);
    // A card on plastic comes by post.
    await write({ art: 'travel', isVirtual: false });
    expect((await products('import', file)).said).toEqual([`Everyday ${next}: imported as version 3`]);
  });

  it('stores the terms, and refuses to change those of a version', async () => {
    const terms = { version: '2026-07', url: 'https://wattle.example/terms', beginsOn: '2026-07-01' };
    await write({ terms });
    await products('import', file);
    expect(
      await ctx.asOwner('SELECT version, url, begins_on::text FROM terms_version WHERE product_id = $1', [next]),
    ).toEqual([{ version: '2026-07', url: 'https://wattle.example/terms', begins_on: '2026-07-01' }]);
    await write({ terms: { ...terms, url: 'https://wattle.example/other' } });
    expect(await refusalOf('import')).toEqual([
      'terms.version: is known with another address or day: changed terms have a version of their own',
    ]);
  });
});

describe('a connection that a product names', () => {
  const API = { url: 'https://api.example', secrets: { api: [{ name: 'API', setAt: '2026-11-20T00:00:00Z' }] } };
  const OF_PROCESSOR = { cardNumbers: undefined, store: undefined, pinHeldBy: 'processor' };
  async function named(settings: object, isOn = true) {
    const [row] = await ctx.asOwner<{ id: number }>(
      `INSERT INTO processor_connection (tenant_id, public_id, kind, name, settings, is_on, made_at, made_by, changed_at, changed_by)
       VALUES (1, gen_random_uuid(), 'stripe', $1, $2, $3, now(), 'Test', now(), 'Test') RETURNING id`,
      [`Cards ${next}`, JSON.stringify({ secrets: {}, ...settings }), isOn],
    );
    const connection = row?.id ?? 0;
    await write({}, { ...OF_PROCESSOR, processor: { connection } });
    return connection;
  }

  it.each<[string, object, boolean, string]>([
    [
      'has no address of an API',
      { ...API, url: undefined },
      true,
      'has no API that makes cards: change-connection of the desk takes its url and apiKey',
    ],
    [
      'has no key of an API',
      { url: API.url },
      true,
      'has no API that makes cards: change-connection of the desk takes its url and apiKey',
    ],
    ['is off', API, false, 'is off: switch-connection of the desk switches it on'],
  ])('is refused where it %s', async (_, settings, isOn, reason) => {
    await named(settings, isOn);
    expect(await refusalOf('import')).toEqual([`settings.processor.connection: ${reason}`]);
    expect(await versionsOf()).toEqual([]);
  });

  it('is refused where it is not of the programme, and taken where its processor can make cards', async () => {
    const connection = await named(API);
    expect((await products('import', file)).code).toBe(0);
    await write({}, { ...OF_PROCESSOR, processor: { connection: connection + 1_000 } });
    expect(await refusalOf('import')).toEqual([
      'settings.processor.connection: is none of the programme: the command connections of the desk lists them',
    ]);
    // One that is switched off later does not keep other settings from being changed.
    await ctx.asOwner('UPDATE processor_connection SET is_on = false WHERE id = $1', [connection]);
    await write({}, { ...OF_PROCESSOR, processor: { connection }, spendLimitMax: 6_000_00 });
    expect((await products('import', file)).said).toEqual([`Everyday ${next}: imported as version 2`]);
  });
});

describe('a file of a product', () => {
  it.each<[string, object, object, string[]]>([
    ['is no text for the name', { name: 7 }, {}, ['name: must be a text']],
    ['lacks the kind', { kind: undefined }, {}, ['kind: is missing']],
    ['has a scheme that is none', { scheme: 'Amex' }, {}, ['scheme: must be Visa, Mastercard or eftpos']],
    ['has a field that is not known', { colour: 'red' }, {}, ['colour: is not known']],
    ['has a setting that is not known', {}, { bpayy: true }, ['settings.bpayy: is not known']],
    ['has an alert that is not known', {}, { alerts: { fax: true } }, ['settings.alerts.fax: is not known']],
    [
      'lacks the numbers of its cards',
      {},
      { cardNumbers: undefined },
      ['settings.cardNumbers: is missing: no card can be made without numbers or a processor'],
    ],
    [
      'has a prefix of letters',
      {},
      { cardNumbers: { prefix: 'abcdef', length: 16 } },
      ['settings.cardNumbers.prefix: must be 6 to 10 digits'],
    ],
    [
      'has a foreign fee above 10%',
      {},
      { foreignFeePoints: 1_001 },
      ['settings.foreignFeePoints: must be 1000 or less'],
    ],
    ['has a negative fee', {}, { replacementFee: -1 }, ['settings.replacementFee: must be 0 or more']],
    [
      'has a check that is none',
      {},
      { activation: { check: 'fingerprint' } },
      ['settings.activation.check: must be none, ekyc, maidenName, questions or terms'],
    ],
    [
      'has a limit above the highest',
      {},
      { paymentLimit: 9_000_00 },
      ['settings.paymentLimit: is 900000, and paymentLimitMax is 500000'],
    ],
    [
      'has limits out of order',
      {},
      { spendLimitSteps: [100_00, 50_00] },
      ['settings.spendLimitSteps.1: must be above the step before'],
    ],
    ['has HTML in its name', { name: '<b>Gold</b>' }, {}, ['name: holds HTML, which would be shown as it is written']],
    [
      'has terms without TLS',
      { terms: { version: '1', url: 'http://wattle.example', beginsOn: '2026-07-01' } },
      {},
      ['terms.url: must be an https address'],
    ],
    [
      'has terms of a day that is none',
      { terms: { version: '1', url: 'https://wattle.example', beginsOn: '2026-02-30' } },
      {},
      ['terms.beginsOn: must be a day: yyyy-MM-dd'],
    ],
    [
      'gives cash with a virtual card',
      { isVirtual: true },
      {},
      ['settings.cash: a virtual card is put into no machine'],
    ],
  ])('that %s is refused with the field and the reason', async (_, change, settings, lines) => {
    await write(change, settings);
    expect(await refusalOf('check')).toEqual(lines);
    expect(await refusalOf('import')).toEqual(lines);
    expect(await versionsOf()).toEqual([]);
  });

  it('that is missing, or is not JSON, is refused', async () => {
    expect(await products('check', path.join(folder, 'none.json'))).toMatchObject({
      code: 1,
      complained: ['none.json: is missing'],
    });
    await writeFile(file, '{');
    expect(await refusalOf('check')).toEqual([expect.stringMatching(/^is not JSON/)]);
  });

  it('of a brand that is not there, with art that its brand lacks or the name of another one is refused', async () => {
    await write({ brand: 'nobody' });
    expect(await refusalOf('import')).toEqual(['brand: is none of the brands: import it first']);
    await write({ art: 'unknown' });
    expect(await refusalOf('import')).toEqual(['art: the brand has no cards/unknown.svg']);
    await write({});
    await products('import', file);
    await write({ id: 999 });
    expect(await refusalOf('import')).toEqual([`name: is that of product ${next}`]);
    await write({ brand: 'tui', art: 'card' });
    expect(await refusalOf('import')).toEqual([`id: is taken by a product of tenant 1`]);
  });

  it('cannot change what the cards of a product already are', async () => {
    await products('import', file);
    await write({ kind: 'prepaid' });
    expect((await products('import', file)).code).toBe(0);
    const brand = { id: 1, tenantId: 1, identifier: 'wattle', name: 'Wattle' };
    const holder = await givenHolder(ctx, { brand });
    await givenCard(ctx, { brand, holder, product: { id: next, brand } });
    await write({ kind: 'debit', scheme: 'Mastercard' });
    const reason = 'cannot be changed: the product has cards. Give the new product a number of its own';
    expect(await refusalOf('import')).toEqual([`kind: ${reason}`, `scheme: ${reason}`]);
  });

  it('is not understood without a command', async () => {
    expect((await products()).code).toBe(0);
    expect((await products('import')).code).toBe(2);
  });
});
