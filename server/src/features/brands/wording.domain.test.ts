import { expect, test } from 'vitest';
import { findInWording } from './wording.domain.ts';

const PRODUCT = {
  enAU: {
    'cards:home.hello': 'Hello {{name}}',
    'cards:blocked': 'Call {{phone}}',
    'cards:plain': 'Cards',
    'cards:count_one': 'One card',
    'cards:count_other': '{{count}} cards',
  },
  zhCN: {
    'cards:home.hello': '{{name}}，您好',
    'cards:blocked': '请致电 {{phone}}',
    'cards:plain': '卡片',
    'cards:count_other': '{{count}} 张卡片',
  },
};
const both = (key: string, en: string, zh: string) =>
  findInWording({ enAU: { [key]: en }, zhCN: { [key]: zh } }, PRODUCT);

test('accepts words that override those of the product with the same placeholders', () => {
  expect(both('cards:home.hello', "G'day {{name}}", '{{name}}，球友好')).toEqual([]);
});

test("accepts the brand's name and telephone number anywhere, or neither", () => {
  expect(both('cards:plain', 'Cards of {{brand}}: {{phone}}', '{{brand}} 卡片')).toEqual([]);
  expect(both('cards:blocked', 'Call the club', '请致电俱乐部')).toEqual([]);
});

test('treats the two forms of English and the one of Chinese as one text', () => {
  const enAU = { 'cards:count_one': 'A single card', 'cards:count_other': '{{count}} of them' };
  expect(findInWording({ enAU, zhCN: { 'cards:count_other': '共 {{count}} 张' } }, PRODUCT)).toEqual([]);
});

test.each<[string, string, string, string]>([
  [
    'a placeholder that the product has not',
    'Hello {{name}} {{pan}}',
    'cards:home.hello',
    "has {{pan}}, which the product's text has not",
  ],
  ['a placeholder that is left out', 'Hello', 'cards:home.hello', "lacks {{name}} of the product's text"],
  [
    'a call of another text',
    'Cards $t(cards:blocked)',
    'cards:plain',
    "has {{$t()}}, which the product's text has not",
  ],
  ['an element', 'Cards <b>now</b>', 'cards:plain', 'holds HTML, which would be shown as it is written'],
  ['a comment', 'Cards <!-- -->', 'cards:plain', 'holds HTML, which would be shown as it is written'],
  ['an entity', 'Cards &nbsp; more', 'cards:plain', 'holds HTML, which would be shown as it is written'],
  ['nothing', ' ', 'cards:plain', 'is empty'],
  ['a key that the product has not', 'Cards', 'cards:nothing', 'is no text of the product'],
])('refuses %s', (_, text, key, reason) => {
  const zh = key === 'cards:home.hello' ? '{{name}}' : '好';
  expect(both(key, text, zh)).toContainEqual({ file: 'texts/enAU.json', key, reason });
});

test('refuses a text in one language alone', () => {
  const missing = { key: 'cards:plain', reason: 'is missing, the other language has it' };
  expect(findInWording({ enAU: { 'cards:plain': 'Cards' }, zhCN: {} }, PRODUCT)).toEqual([
    { file: 'texts/zhCN.json', ...missing },
  ]);
  expect(findInWording({ enAU: {}, zhCN: { 'cards:plain': '卡' } }, PRODUCT)).toEqual([
    { file: 'texts/enAU.json', ...missing },
  ]);
});

test('does not take less-than and ampersand in a sentence for HTML', () => {
  expect(both('cards:plain', 'Under 5 < 10, you & us', '好')).toEqual([]);
});
