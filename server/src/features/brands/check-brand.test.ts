import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBrand } from './import-brand.ts';

const BRANDS = path.join(import.meta.dirname, '../../../../brands');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-brand-'));
  await cp(path.join(BRANDS, 'wattle'), folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (file: string, text: string) => {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
};
const change = async (file: string, edit: (text: string) => string) =>
  write(file, edit(await readFile(path.join(folder, file), 'utf8')));

/** Sets a key of brand.json by its path; undefined removes it. */
const set = (key: string, value: unknown) =>
  change('brand.json', (text) => {
    const brand = JSON.parse(text) as Record<string, unknown>;
    const names = key.split('.');
    const last = names.pop() ?? '';
    const inner = names.reduce((at, name) => at[name] as Record<string, unknown>, brand);
    if (value === undefined) delete inner[last];
    else inner[last] = value;
    return JSON.stringify(brand);
  });

const findings = async () => (await checkBrand(folder)).findings;

it('finds no faults in the brands of the product', async () => {
  const names = await readdir(BRANDS);
  expect(names).toEqual(expect.arrayContaining(['ledgerline', 'stumps', 'tui', 'wattle']));
  for (const name of names) expect([name, (await checkBrand(path.join(BRANDS, name))).findings]).toEqual([name, []]);
});

it('ignores files that a file manager leaves', async () => {
  await write('.DS_Store', 'x');
  await write('cards/.hidden', 'x');
  expect(await findings()).toEqual([]);
});

/** A PNG with nothing but its header: signature, length and name of the first chunk, width, height. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

it.each([
  ['cards/gift.png', pngOf(800, 505), []],
  ['cards/gift.png', pngOf(320, 202), [['width', 'is 320 pixels, 640 to 1600 are allowed']]],
  ['cards/gift.png', pngOf(800, 800), [['height', 'is 800 pixels, a card is 504 high']]],
  ['cards/gift.png', Buffer.from('<svg/>'), [['', 'must be a PNG picture']]],
  ['cards/other.png', pngOf(800, 505), [['', 'is the card of cards/other.svg, which is missing']]],
] as const)('checks the card for mails %s', async (file, body, faults) => {
  await writeFile(path.join(folder, file), body);
  expect(await findings()).toEqual(faults.map(([key, reason]) => ({ file, key, reason })));
});

it('lists the missing files of a folder that does not exist or is no brand', async () => {
  await rm(path.join(folder, 'brand.json'));
  const lacks = [
    'brand.json',
    'texts/enAU.json',
    'texts/zhCN.json',
    'tokens.css',
    'logo.svg',
    'logo-on-dark.svg',
    'hero.svg',
  ];
  expect(await findings()).toEqual(lacks.map((file) => ({ file, key: '', reason: 'is missing' })));
});

const HTTP = 'must be an http or https address';
const PICTURE = 'must be a picture of the brand: /assets/brands/…';
const LINK = 'must be an http or https address, or a path that begins with /';

describe('brand.json is refused', () => {
  it.each<[string, unknown, string, string?]>([
    ['settings.LoginMethodId', undefined, 'is missing'],
    ['settings.LoginMethodId', 5, 'must be 1, 2, 3 or 4'],
    ['settings.LoginMethodId', '1', 'must be 1, 2, 3 or 4'],
    ['settings.Colour', 'red', 'is not known'],
    ['colour', 'red', 'is not known'],
    ['settings.Features.teleport', true, 'is not known'],
    ['settings.Features.bpay', 'yes', 'must be true or false'],
    ['settings.Features.bpay', undefined, 'is missing'],
    ['settings.ShowFAQ', null, 'must be true or false'],
    ['settings.RemberMeDays', '30', 'must be a number'],
    ['settings.RemberMeDays', 1.5, 'must be a whole number'],
    ['settings.RemberMeDays', 366, 'must be 365 or less'],
    ['settings.SupportPhoneNumber', 'call us', 'must be digits and spaces'],
    ['settings.DateFormat', 'mm/dd', 'must consist of dd, MM and yy or yyyy'],
    ['settings.TimeZone', 'Melbourne', 'must be a time zone such as Australia/Melbourne'],
    ['settings.DefaultMaskedCardNumber', '9036 0012 3456 0017', 'must be a masked card number'],
    ['settings.DefaultCountry', 'Australia', 'must be two capital letters'],
    ['settings.BrandUrl', 'harbourmutual.example', HTTP],
    ['settings.CompanyUrl', 'http://harbourmutual.example', 'must begin with https://'],
    ['settings.SupportHoursSunday', '16:00-10:00', 'must end later than it begins'],
    ['settings.BrandUrl', '/here', HTTP],
    ['settings.BrandUrl', 'https://', HTTP],
    ['settings.FaqUrl', '/faqs', HTTP],
    ['settings.PrivacyUrl', 'javascript:alert(1)', HTTP],
    ['settings.ProductInformationUrl', 'data:text/html,x', HTTP],
    ['settings.CompanyUrl', 'https://a.example/"x', HTTP],
    ['settings.TermsUrl', 'javascript:alert(1)', LINK],
    ['settings.TermsUrl', ' javascript:alert(1)', LINK],
    ['settings.FsgUrl', '//elsewhere.example', LINK],
    ['settings.FsgUrl', '/\\elsewhere.example', LINK],
    ['settings.CustomLinkUrl', 'ftp://a.example', LINK],
    ['settings.CardIdHelpInfoImage', 'picture.png', PICTURE],
    ['settings.CardIdHelpInfoImage', 'https://elsewhere.example/card.svg', PICTURE],
    ['settings.CardIdHelpInfoImage', '/assets/brands/wattle/../tui/card.svg', PICTURE],
    ['settings.IssuerPrivacyUrl', 'mailto:a@b.example', LINK],
    ['settings.DirectDebitAgreementUrl', 'x', LINK],
    ['settings.PDSText', 'Read <a href="x">this</a>', 'holds HTML, which would be shown as it is written'],
    ['name', 'Harbour &amp; Mutual', 'holds HTML, which would be shown as it is written'],
    ['name', '', 'is empty'],
    ['id', 0, 'must be 1 or more'],
    ['tenant.id', 'one', 'must be a number'],
    ['identifier', 'Harbour-Mutual', 'must be 1 to 40 lower-case letters and digits'],
    ['identifier', 'login', 'is a reserved address'],
    ['identifier', 'cardhome', 'is a reserved address'],
    ['identifier', 'api', 'is a reserved address'],
    ['identifier', 'default', 'is a reserved address'],
    ['settings.ShowCustomLinkUrl', true, 'is missing, ShowCustomLinkUrl is true', 'settings.CustomLinkUrl'],
    ['settings.CustomLinkText1', 'Club shop', 'is missing: the Chinese words of the link', 'settings.CustomLinkText2'],
    ['settings.CustomLinkText2', '商店', 'is missing: the English words of the link', 'settings.CustomLinkText1'],
  ])('where %s is %j', async (key, value, reason, at = key) => {
    await set(key, value);
    expect(await findings()).toContainEqual({ file: 'brand.json', key: at, reason });
  });

  it('where it is not JSON', async () => {
    await write('brand.json', '{');
    expect(await findings()).toContainEqual({
      file: 'brand.json',
      key: '',
      reason: expect.stringMatching(/^is not JSON \(/) as string,
    });
  });

  it('except where a document has a path of this server', async () => {
    await set('settings.TermsUrl', '/assets/brands/wattle/terms');
    expect(await findings()).toEqual([]);
  });
});

describe('a file is refused', () => {
  it.each<[string, () => Promise<void>, string, string, string]>([
    [
      'wording without a feature',
      () => write('texts/enAU.json', '{"hello":"Hi"}'),
      'texts/enAU.json',
      'hello',
      'must be feature:key',
    ],
    [
      'wording that is no text',
      () => write('texts/enAU.json', '{"cards:home.helloCard":1}'),
      'texts/enAU.json',
      'cards:home.helloCard',
      'must be a text',
    ],
    [
      'wording in one language',
      () => write('texts/enAU.json', '{}'),
      'texts/enAU.json',
      'cards:home.helloCard',
      'is missing, the other language has it',
    ],
    [
      'wording of nothing',
      () => write('texts/zhCN.json', '{"cards:none":"x"}'),
      'texts/zhCN.json',
      'cards:none',
      'is no text of the product',
    ],
    [
      'a stylesheet that imports',
      () => change('tokens.css', (css) => `@import 'a.css';\n${css}`),
      'tokens.css',
      "@import 'a.css';",
      'only rules with custom properties may stand here: no @import, no other at-rule',
    ],
    [
      'a colour that nobody can read',
      () => change('tokens.css', (css) => css.replace('--brand: #14503f', '--brand: #ffe9a8')),
      'tokens.css',
      '--on-brand on --brand',
      'contrast 1.20:1 in the light theme, at least 4.5:1 is needed',
    ],
    [
      'a focus that nobody can see',
      () => change('tokens.css', (css) => css.replaceAll('--focus: #f6c231', '--focus: #1b2824')),
      'tokens.css',
      '--focus on --surface',
      expect.stringMatching(/^contrast 1\.\d\d:1 in the dark theme, at least 3:1/) as string,
    ],
    ['a picture that is missing', () => rm(path.join(folder, 'logo.svg')), 'logo.svg', '', 'is missing'],
    ['a picture of another kind', () => write('logo.svg', 'GIF89a'), 'logo.svg', '', 'is not an SVG picture'],
    [
      'a picture by another name',
      () => write('logo.png', 'x'),
      'logo.png',
      '',
      'must be an SVG picture: lower-case letters, digits and hyphens, then .svg',
    ],
    [
      'card art of another kind',
      () => write('cards/gold.jpg', 'x'),
      'cards/gold.jpg',
      '',
      'must be an SVG picture: lower-case letters, digits and hyphens, then .svg',
    ],
    [
      'card art with a script',
      () => write('cards/gold.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'cards/gold.svg',
      '<script>',
      'is a script',
    ],
    [
      'a picture that is too big',
      () => change('hero.svg', (svg) => svg + ' '.repeat(128 * 1024)),
      'hero.svg',
      '',
      'has 142 KiB, at most 128 are allowed',
    ],
    [
      'a stylesheet that is too big',
      () => change('tokens.css', (css) => css + ' '.repeat(16 * 1024)),
      'tokens.css',
      '',
      'has 18 KiB, at most 16 are allowed',
    ],
    ["what is none of a brand's files", () => write('script.js', 'x'), 'script.js', '', "is none of a brand's files"],
  ])('%s', async (_, edit, file, key, reason) => {
    await edit();
    expect(await findings()).toContainEqual({ file, key, reason });
  });
});
