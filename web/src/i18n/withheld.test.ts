import { readFileSync } from 'node:fs';
import { plainMoney } from '@wattle/contract/rules/amounts.ts';
import { fillIn } from '@wattle/contract/rules/wording.ts';
import { expect, it } from 'vitest';

it.each([
  [
    'enAU',
    'cards',
    'taxFile.text',
    'Until we have it, we withhold 47% of interest in months when you earn $10.00 or more.',
  ],
  [
    'enAU',
    'myAccount',
    'tax.withheld',
    'Without one, we withhold 47% of interest in months when you earn $10.00 or more',
  ],
  [
    'enAU',
    'activation',
    'tax.kind.notNowHint',
    'Until you give it, we withhold 47% of interest in months when you earn $10.00 or more',
  ],
  ['zhCN', 'cards', 'taxFile.text', '在您提供税号之前，每月利息达到 $10.00 时将预扣 47%。'],
  ['zhCN', 'myAccount', 'tax.withheld', '未提供时，每月利息达到 $10.00 将预扣 47%'],
  ['zhCN', 'activation', 'tax.kind.notNowHint', '在您提供之前，每月利息达到 $10.00 时将预扣 47%'],
] as const)('in %s, %s:%s depends on the settings of a product: %s', (language, feature, key, words) => {
  const file = new URL(`../../../texts/${language}/${feature}.json`, import.meta.url);
  const text = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[key] ?? '';
  expect(fillIn(text, { percent: 47, amount: plainMoney(10, language) })).toBe(words);
  const others = fillIn(text, { percent: 32, amount: plainMoney(1250.5, language) });
  expect(others).toBe(words.replace('47', '32').replace('10.00', '1,250.50'));
});
