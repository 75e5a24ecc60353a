import { expect, test } from 'vitest';
import { readProductTokens } from '../stylesheet.domain.ts';
import { contentOf, filesOf, jsonFile, stylesheetOf } from './brand-content.domain.ts';
import { changesBetween, partsOf, shownPart } from './brand-parts.domain.ts';
import { editContent } from './edit-content.domain.ts';
import { changeWords, placeOf, placeWords } from './place-words.domain.ts';

const PRODUCT = readProductTokens(':where(:root) { --brand: #111111; --on-brand: #ffffff; } :root { --ink: #000000; }');
const CSS = stylesheetOf('kea', { light: new Map([['brand', '#123456']]), dark: new Map([['brand', '#abcdef']]) });
const FILES = new Map<string, Buffer>([
  ['brand.json', jsonFile({ identifier: 'kea', name: 'Kea', settings: { ShowFAQ: true, Features: { bpay: true } } })],
  ['tokens.css', Buffer.from(`/* Green. */\n${CSS}`)],
  ['texts/enAU.json', jsonFile({ 'access:help': 'Help' })],
  ['texts/zhCN.json', jsonFile({ 'access:help': '帮助' })],
  ['logo.svg', Buffer.from('<svg/>')],
  ['cards/gift.svg', Buffer.from('<svg/>')],
]);
const KNOWN = {
  settings: new Set(['ShowFAQ', 'CompanyUrl']),
  features: new Set(['bpay']),
  tokens: new Set(['brand', 'on-brand', 'ink']),
  texts: new Set(['access:help', 'access:promise.title']),
};
const BEFORE = contentOf(FILES, PRODUCT);
const hashOf = (body: Buffer) => `hash of ${body.toString()}`;

/** Changes that an edit makes, as place, before and after in words. */
function edited(changes: Readonly<Record<string, unknown>>) {
  const done = editContent(BEFORE, changes, KNOWN);
  if (!done.ok) return done.place;
  const again = contentOf(filesOf(done.content, FILES, PRODUCT), PRODUCT);
  return changesBetween(partsOf(BEFORE, hashOf), partsOf(again, hashOf)).map(
    ({ place, before, after }) => `${place}: ${shownPart(before)} > ${shownPart(after)}`,
  );
}

test.each<[object, string[]]>([
  [{ name: 'Kea Club' }, ['name: Kea > Kea Club']],
  [{ 'settings.ShowFAQ': false }, ['settings.ShowFAQ: on > off']],
  [{ 'settings.CompanyUrl': 'https://kea.example' }, ['settings.CompanyUrl: none > https://kea.example']],
  [{ 'settings.Features.bpay': false }, ['settings.Features.bpay: on > off']],
  [{ 'colours.light.brand': '#7a1f2b' }, ['colours.light.brand: #123456 > #7a1f2b']],
  [{ 'colours.dark.ink': '#eeeeee' }, ['colours.dark.ink: none > #eeeeee']],
  [{ 'colours.dark.brand': null }, ['colours.dark.brand: #abcdef > none']],
  [
    { 'texts.enAU.access:promise.title': 'Every dollar', 'texts.zhCN.access:help': null },
    ['texts.enAU.access:promise.title: none > Every dollar', 'texts.zhCN.access:help: 帮助 > none'],
  ],
  [{ 'files.cards/gift.svg': null }, ['files.cards/gift.svg: 6 bytes, hash of  > none']],
  [{}, []],
])('changes %o', (changes, expected) => {
  expect(edited(changes as Record<string, unknown>)).toEqual(expected);
});

test.each<[string, unknown]>([
  ['name', null],
  ['settings.Unknown', true],
  ['settings.Features.teleport', true],
  ['settings.ShowFAQ', { a: 1 }],
  ['settings', 'x'],
  ['colours.light.teleport', '#fff'],
  ['colours.night.brand', '#fff'],
  ['colours.light.brand', '#fff; } * { color: red'],
  ['colours.light.brand', 'url(x)"'],
  ['texts.enAU.access:nothing', 'x'],
  ['texts.frFR.access:help', 'x'],
  ['texts.enAU.access:help', 'x'.repeat(4_001)],
  ['files.logo.svg', null],
  ['files.cards/none.svg', null],
  ['tenant.id', 2],
  ['identifier', 'other'],
])('refuses %s with %j', (place, value) => {
  expect(edited({ [place]: value })).toBe(place);
});

test('a stylesheet is written down only where a colour has changed', () => {
  const same = editContent(BEFORE, { 'colours.light.brand': '#123456' }, KNOWN);
  if (!same.ok) throw new Error(same.place);
  expect(filesOf(same.content, FILES, PRODUCT).get('tokens.css')?.toString()).toContain('/* Green. */');
  const other = editContent(BEFORE, { 'colours.light.brand': '#654321' }, KNOWN);
  if (!other.ok) throw new Error(other.place);
  expect(filesOf(other.content, FILES, PRODUCT).get('tokens.css')?.toString()).toBe(
    `:root[data-brand='kea'] {
  --brand: #654321;
}
@media (prefers-color-scheme: dark) {
  :root[data-brand='kea']:not([data-theme='light']) {
    --brand: #abcdef;
  }
}
:root[data-brand='kea'][data-theme='dark'] {
  --brand: #abcdef;
}
`,
  );
});

test('places are told in words', () => {
  expect(
    ['name', 'settings.Features.bpay', 'colours.dark.on-brand', 'texts.zhCN.access:a.b', 'files.cards/gift.svg'].map(
      placeWords,
    ),
  ).toEqual([
    'Name',
    'Setting Features.bpay',
    'Colour on-brand, dark theme',
    'Text access:a.b (zh-CN)',
    'Picture cards/gift.svg',
  ]);
  const long = changeWords({ place: 'name', before: JSON.stringify('x'.repeat(200)), after: undefined });
  expect([long.before.length, long.after]).toEqual([161, 'none']);
  expect(
    [
      { file: 'texts/enAU.json', key: 'access:a' },
      { file: 'tokens.css', key: '--on-brand on --brand' },
      { file: 'brand.json', key: 'settings.BrandUrl' },
      { file: 'logo.svg', key: '<script>' },
    ].map(placeOf),
  ).toEqual(['texts.enAU.access:a', 'colours', 'settings.BrandUrl', 'files.logo.svg']);
});
