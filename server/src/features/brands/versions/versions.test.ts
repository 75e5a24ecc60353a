import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';
import { givenSecondServer } from '../../../../test-support/processes/second-server.ts';
import { importBrand } from '../import-brand.ts';
import { exportBrand, noteVersion } from './export-brand.ts';

const STUMPS = path.join(import.meta.dirname, '../../../../../brands/stumps');

let test: TestApp;
let kate: TestStaff;
let omar: TestStaff;
beforeAll(async () => {
  test = await givenApp();
  await importBrand(test.ctx, STUMPS);
  [kate, omar] = [await givenStaff(test.ctx, 1), await givenStaff(test.ctx, 1)];
});
afterAll(() => test.close());

type Rows = readonly Readonly<Record<string, unknown>>[];

const rowsOf = async (command: string, input: Readonly<Record<string, string>> = {}): Promise<Rows> =>
  (await give(test, kate, command, { input: { brand: 'stumps', ...input } })).body.rows ?? [];

const versions = async () => (await rowsOf('brand-versions')) as readonly { version: number; state: string }[];
const inState = async (state: string) => (await versions()).find((one) => one.state === state)?.version ?? 0;

/** Saves changes on the open draft, or on the published version. */
async function draft(changes: object, from?: number) {
  const base = from ?? ((await inState('draft')) || (await inState('published')));
  const input = { brand: 'stumps', from: String(base), changes: JSON.stringify(changes) };
  return give(test, kate, 'draft-brand', { input });
}

const saved = async (changes: object, from?: number) =>
  Number((await draft(changes, from)).body.rows?.[0]?.['version']);

const ask = (version: number) =>
  give(test, kate, 'publish-brand', { input: { brand: 'stumps', version: String(version) }, reason: 'New season' });

async function publish(version: number) {
  const asked = await ask(version);
  return give(test, omar, 'approve', { input: { request: asked.body.request?.id ?? '' } });
}

const drop = () => give(test, kate, 'drop-brand-draft', { input: { brand: 'stumps' } });

type View = {
  readonly SupportPhoneNumber: string;
  readonly Assets: Readonly<Record<string, string>>;
  readonly Texts: { readonly enAU: Readonly<Record<string, string>> };
};
const view = async (app = test.app) => (await app.inject('/api/brand/stumps')).json<View>();

describe('the course of a version', () => {
  it('shows to no one as a draft, to everyone once two people have published it, and goes back', async () => {
    expect(await versions()).toMatchObject([{ version: 1, state: 'published', origin: 'import' }]);
    const before = await view();
    const two = await saved({ 'colours.light.brand': '#7a1f2b', 'texts.enAU.access:lostOrStolen': 'Lost it?' });
    expect(two).toBe(2);
    const three = await saved({ 'settings.SupportPhoneNumber': '1300 555 090' });
    expect(await versions()).toMatchObject([
      { version: 3, state: 'draft', beganFrom: 1, madeBy: kate.name },
      { version: 2, state: 'superseded' },
      { version: 1, state: 'published' },
    ]);
    expect(await view()).toEqual(before);
    expect((await rowsOf('check-brand')).filter(({ state }) => state === 'fault')).toEqual([]);
    expect(await rowsOf('compare-brand')).toEqual([
      {
        place: 'settings.SupportPhoneNumber',
        what: 'Setting SupportPhoneNumber',
        before: '1300 555 011',
        after: '1300 555 090',
      },
      { place: 'colours.light.brand', what: 'Colour brand, light theme', before: '#8c1a2b', after: '#7a1f2b' },
      {
        place: 'texts.enAU.access:lostOrStolen',
        what: 'Text access:lostOrStolen (en-AU)',
        before: 'Lost or stolen card? Call the club on',
        after: 'Lost it?',
      },
    ]);
    const asked = await ask(three);
    const request = asked.body.request?.id ?? '';
    expect((await give(test, kate, 'approve', { input: { request } })).body.error).toBe('own_request');
    expect(await view()).toEqual(before);
    const effect = (await give(test, omar, 'request-effect', { input: { request } })).body.rows ?? [];
    expect(effect.map(({ what }) => what)).toEqual([
      'Brand Stumps Club',
      'Setting SupportPhoneNumber',
      'Colour brand, light theme',
      'Text access:lostOrStolen (en-AU)',
    ]);
    const approved = await give(test, omar, 'approve', { input: { request } });
    expect(approved.body.done?.words).toBe('Version 3 of Stumps Club is published.');
    const after = await view();
    expect([after.SupportPhoneNumber, after.Texts.enAU['access:lostOrStolen']]).toEqual(['1300 555 090', 'Lost it?']);
    const css = await test.app.inject(after.Assets['Tokens'] ?? '');
    expect(css.body).toContain('--brand: #7a1f2b;');
    // A page of before keeps its stylesheet.
    const old = await test.app.inject(before.Assets['Tokens'] ?? '');
    expect([old.statusCode, old.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(old.body).toContain('--brand: #8c1a2b;');

    expect((await publish(1)).status).toBe(200);
    const back = await view();
    expect({ ...back, UpdateTime: '' }).toEqual({ ...before, UpdateTime: '' });
    expect(await versions()).toMatchObject([
      { version: 3, state: 'superseded', publishedBy: omar.name },
      { version: 2, state: 'superseded', publishedBy: '' },
      { version: 1, state: 'published', publishedBy: omar.name },
    ]);
    const audited = await test.ctx.asOwner<{ line: string }>(
      `SELECT concat_ws(' ', action, object, outcome, details ->> 'version') AS line FROM audit_log
        WHERE action IN ('brand.imported', 'desk.publish-brand') AND outcome = 'ok' AND actor <> $1 ORDER BY id`,
      [`staff:${kate.id}`],
    );
    expect(audited.map(({ line }) => line)).toEqual([
      'brand.imported brand:2 ok 1',
      'desk.publish-brand brand:2 ok 3',
      'desk.publish-brand brand:2 ok 1',
    ]);
  });

  it('refuses what another draft or another published version would lose', async () => {
    const live = await inState('published');
    const first = await saved({ name: 'Stumps A' });
    expect((await draft({ name: 'Stumps B' }, live)).body).toMatchObject({ error: 'brand_changed', field: 'from' });
    expect((await draft({ name: 'Stumps A' }, first)).body.error).toBe('nothing_to_do');
    // The answer was lost, and the same is sent again.
    expect((await draft({ name: 'Stumps A' }, live)).body.rows?.[0]?.['version']).toBe(first);
    const second = await saved({ name: 'Stumps C' });
    expect((await ask(first)).body.error).toBe('draft_replaced');
    expect((await ask(live)).body.error).toBe('nothing_to_do');
    expect((await publish(3)).status).toBe(200);
    expect((await ask(second)).body.error).toBe('brand_moved_on');
    const onto = await give(test, kate, 'draft-brand', {
      input: { brand: 'stumps', from: String(second), ontoLive: true },
    });
    const merged = Number(onto.body.rows?.[0]?.['version']);
    expect(await rowsOf('compare-brand')).toEqual([
      { place: 'name', what: 'Name', before: 'Stumps Club', after: 'Stumps C' },
    ]);
    expect((await ask(merged)).status).toBe(200);
    await drop();
    expect((await drop()).body.error).toBe('nothing_to_do');
    expect((await publish(1)).status).toBe(200);
  });

  it('is decided once, when two managers approve at the same moment', async () => {
    const sara = await givenStaff(test.ctx, 1);
    const version = await saved({ name: 'Stumps Two' });
    const request = (await ask(version)).body.request?.id ?? '';
    const both = await Promise.all([omar, sara].map((one) => give(test, one, 'approve', { input: { request } })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await inState('published')).toBe(version);
    expect((await publish(1)).status).toBe(200);
  });
});

const svg = (inner: string, attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"${attributes}>${inner}</svg>`);

describe('a draft that cannot be published', () => {
  it.each<[string, object, string, string]>([
    ['a colour no one can read', { 'colours.light.brand': '#d9a441' }, 'colours', 'contrast 2.24:1 in the light theme'],
    [
      'a colour that is bad by night alone',
      { 'colours.dark.brand-ink': '#44191f' },
      'colours',
      'in the dark theme, at least 4.5:1',
    ],
    ['no colour', { 'colours.light.brand': 'red' }, 'colours', 'must be a colour as #rgb or #rrggbb'],
    [
      'a text in one language',
      { 'texts.enAU.access:promise.title': null },
      'texts.enAU.access:promise.title',
      'is missing, the other language has it',
    ],
    ['an empty text', { 'texts.enAU.access:promise.title': ' ' }, 'texts.enAU.access:promise.title', 'is empty'],
    [
      'a text without its placeholder',
      { 'texts.enAU.cards:home.hello': 'Good day' },
      'texts.enAU.cards:home.hello',
      'lacks {{name}} of the product',
    ],
    [
      'a text with a placeholder of its own',
      { 'texts.enAU.cards:home.helloCard': 'Good day {{nickname}}' },
      'texts.enAU.cards:home.helloCard',
      'has {{nickname}}',
    ],
    [
      'hostile words',
      { 'texts.enAU.cards:home.helloCard': '<img src=x onerror=alert(1)>' },
      'texts.enAU.cards:home.helloCard',
      'holds HTML',
    ],
    ['a link without TLS', { 'settings.CompanyUrl': 'http://a.example' }, 'settings.CompanyUrl', 'https://'],
    ['a broken link', { 'settings.TermsUrl': 'https://' }, 'settings.TermsUrl', 'must be an http or https address'],
    ['a script as a link', { 'settings.FaqUrl': 'javascript:alert(1)' }, 'settings.FaqUrl', 'must be an http'],
    [
      'hours that end before they begin',
      { 'settings.SupportHoursSaturday': '17:00-09:00' },
      'settings.SupportHoursSaturday',
      'must end later than it begins',
    ],
    [
      'hours that are none',
      { 'settings.SupportHoursSunday': '9 to 5' },
      'settings.SupportHoursSunday',
      'must be hours',
    ],
    ['a setting that is missing', { 'settings.LoginMethodId': null }, 'settings.LoginMethodId', 'must be 1, 2, 3 or 4'],
  ])('because of %s', async (_, changes, place, reason) => {
    const version = await saved(changes);
    const faults = (await rowsOf('check-brand')).filter(({ state }) => state === 'fault');
    expect(faults).toContainEqual(expect.objectContaining({ place, reason: expect.stringContaining(reason) }));
    expect((await ask(version)).body).toMatchObject({ error: 'brand_unfit', field: 'version' });
    await drop();
  });

  it.each<[string, Buffer, string, string]>([
    ['a script', svg('<script>alert(1)</script>'), '<script>', 'is a script'],
    ['foreign content', svg('<foreignObject><p/></foreignObject>'), '<foreignObject>', 'is foreign content'],
    ['an event', svg('<path d="M0 0"/>', ' onload="alert(1)"'), '<svg onload>', 'is an event handler'],
    ['a picture elsewhere', svg('<image href="https://a.example/x"/>'), '<image>', 'is none of the elements'],
    ['a use elsewhere', svg('<use href="https://a.example/x#y"/>'), '<use href>', 'outside the picture'],
    ['paint elsewhere', svg('<path fill="url(https://a.example/x)"/>'), '<path fill>', 'outside the picture'],
    ['a style', svg('<style>@import "//a.example"</style>'), '<style>', 'is none of the elements'],
    [
      'entities',
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'),
      '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg ',
      'no document type, entity or CDATA',
    ],
    ['another kind', Buffer.from('GIF89a'), '', 'is not an SVG picture'],
  ])('because of a picture with %s, which the desk does not show either', async (_, file, key, reason) => {
    const from = String(await inState('published'));
    const input = { brand: 'stumps', from, picture: 'logo.svg' };
    const sent = await give(test, kate, 'draft-brand-picture', { input, file });
    const version = Number(sent.body.rows?.[0]?.['version']);
    const faults = (await rowsOf('check-brand')).filter(({ state }) => state === 'fault');
    expect(faults).toContainEqual(
      expect.objectContaining({ place: 'files.logo.svg', key, reason: expect.stringContaining(reason) }),
    );
    expect((await ask(version)).body.error).toBe('brand_unfit');
    const pictures = await rowsOf('brand-pictures');
    expect(pictures.map(({ picture: name, body }) => [name, body !== ''])).toContainEqual(['logo.svg', false]);
    expect(pictures.map(({ picture: name, body }) => [name, body !== ''])).toContainEqual(['hero.svg', true]);
    await drop();
  });

  it('because it never came to be one: a large file, an unknown place, no JSON', async () => {
    const from = String(await inState('published'));
    const sent = { input: { brand: 'stumps', from, picture: 'hero.svg' }, file: Buffer.alloc(10 * 1024 * 1024, ' ') };
    const large = await give(test, kate, 'draft-brand-picture', sent);
    expect([large.status, large.body.error]).toEqual([413, 'file_too_large']);
    expect((await draft({ 'tenant.id': 2 })).body).toMatchObject({ error: 'input_invalid', field: 'changes' });
    for (const changes of ['[1]', '{', '"x"']) {
      const given = await give(test, kate, 'draft-brand', { input: { brand: 'stumps', from, changes } });
      expect(given.body).toMatchObject({ error: 'input_invalid', field: 'changes' });
    }
    const place = { input: { brand: 'stumps', from, picture: '../x.svg' } };
    expect((await give(test, kate, 'draft-brand-picture', place)).body.field).toBe('picture');
    expect(await inState('draft')).toBe(0);
  });
});

it('belongs to its programme alone', async () => {
  const other = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
  const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'brand-versions': {},
    'brand-values': {},
    'brand-words': {},
    'brand-pictures': {},
    'brand-preview': {},
    'try-brand-links': {},
    'check-brand': {},
    'compare-brand': {},
    'draft-brand': { from: '1', changes: '{"name":"Mine"}' },
    'draft-brand-picture': { from: '1', picture: 'logo.svg' },
    'drop-brand-draft': {},
    'publish-brand': { version: '3' },
  };
  for (const [command, input] of Object.entries(inputs)) {
    const given = await give(test, other, command, { input: { brand: 'stumps', ...input }, reason: 'Mine' });
    expect([command, given.body.error, given.body.field]).toEqual([command, 'not_found', 'brand']);
  }
  expect((await give(test, other, 'brands')).body.rows).toEqual([]);
});

describe('a folder', () => {
  it('is written and taken by the same versions, and overwrites none that it did not begin from', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'wattle-brand-'));
    const folder = path.join(home, 'stumps');
    const count = (await versions()).length;
    const live = await inState('published');
    expect(await exportBrand(test.ctx, 'stumps', folder)).toBe(live);
    expect((await readFile(path.join(folder, '.version'), 'utf8')).trim()).toBe(String(live));
    expect(await importBrand(test.ctx, folder)).toMatchObject({ isChanged: false, version: live, beganFrom: live });
    expect(await versions()).toHaveLength(count);

    const file = path.join(folder, 'brand.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('1300 555 011', '1300 555 077'));
    await expect(exportBrand(test.ctx, 'stumps', folder)).rejects.toThrow(`has changes since version ${live}`);
    const imported = await importBrand(test.ctx, folder);
    expect(imported).toMatchObject({ isChanged: true, beganFrom: live });
    expect((await versions())[0]).toMatchObject({ version: imported.version, state: 'published', origin: 'import' });
    // The folder still says the version before.
    await writeFile(file, (await readFile(file, 'utf8')).replace('1300 555 077', '1300 555 078'));
    await expect(importBrand(test.ctx, folder)).rejects.toThrow(
      `.version: began from version ${live}, and version ${imported.version} is published`,
    );
    await noteVersion(folder, imported.version);
    const next = await importBrand(test.ctx, folder);
    expect((await view()).SupportPhoneNumber).toBe('1300 555 078');

    const desk = await saved({ 'settings.SupportPhoneNumber': '1300 555 079' });
    expect((await publish(desk)).status).toBe(200);
    await expect(importBrand(test.ctx, STUMPS)).rejects.toThrow(`.version: is missing, and version ${desk} was made`);
    expect(await importBrand(test.ctx, STUMPS, 'sandbox', { keepsDesk: true })).toMatchObject({
      isChanged: false,
      version: desk,
    });
    expect((await view()).SupportPhoneNumber).toBe('1300 555 079');
    await noteVersion(folder, next.version);
    expect(await exportBrand(test.ctx, 'stumps', folder)).toBe(desk);
    expect(await readFile(file, 'utf8')).toContain('1300 555 079');
    await cp(STUMPS, path.join(home, 'plain'), { recursive: true });
    await expect(exportBrand(test.ctx, 'stumps', path.join(home, 'plain'))).rejects.toThrow('says no version');
    await expect(exportBrand(test.ctx, 'nothing', folder)).rejects.toThrow('there is no brand nothing');
    await rm(home, { recursive: true });
  });
});

describe('a version that is published and taken back under load', () => {
  it('shows old or new and never a mix, on two servers', async () => {
    const second = await givenSecondServer(test.ctx);
    const one = await inState('published');
    const phone = (await view()).SupportPhoneNumber;
    const two = await saved({
      'settings.SupportPhoneNumber': '1300 555 055',
      'texts.enAU.access:lostOrStolen': 'New words',
      'colours.light.hero': '#3f0b16',
    });
    const sides = new Map<string, { words: string; hero: string }>([
      [phone, { words: (await view()).Texts.enAU['access:lostOrStolen'] ?? '', hero: '#3f0b15' }],
      ['1300 555 055', { words: 'New words', hero: '#3f0b16' }],
    ]);
    const seen = new Set<string>();
    let isOver = false;
    const look = async (app: TestApp['app']) => {
      while (!isOver) {
        const { SupportPhoneNumber, Texts, Assets } = await view(app);
        const side = sides.get(SupportPhoneNumber);
        expect(Texts.enAU['access:lostOrStolen']).toBe(side?.words);
        // The stylesheet may be asked for after the next version was published, and by the other server.
        for (const asked of [test.app, second.app]) {
          const css = await asked.inject(Assets['Tokens'] ?? '');
          expect(css.body).toContain(`--hero: ${side?.hero};`);
          expect(css.headers['cache-control']).toContain('immutable');
        }
        const page = await app.inject({ url: '/stumps/', headers: { accept: 'text/html' } });
        for (const [other, { hero }] of sides)
          if (page.body.includes(other)) expect([other, page.body.includes(`--hero: ${hero};`)]).toEqual([other, true]);
        seen.add(`${app === second.app} ${SupportPhoneNumber}`);
      }
    };
    const looking = [look(test.app), look(second.app), look(second.app)];
    try {
      for (let round = 0; round < 6; round += 1) {
        expect((await publish(round % 2 === 0 ? two : one)).status).toBe(200);
        test.ctx.advance(1_000);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } finally {
      isOver = true;
    }
    await Promise.all(looking);
    expect(seen).toEqual(new Set([phone, '1300 555 055'].flatMap((shown) => [`true ${shown}`, `false ${shown}`])));
    await second.close();
  });
});
