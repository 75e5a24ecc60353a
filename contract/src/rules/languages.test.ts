import { expect, test } from 'vitest';
import { preferredLanguage } from './languages.ts';

test.each([
  [['en-AU', 'zh-CN'], 'enAU'],
  [['zh-CN', 'en'], 'zhCN'],
  [['zh-Hant-TW'], 'zhCN'],
  [['fr-FR', 'zh-CN', 'en'], 'zhCN'],
  [['fr-FR', 'de'], 'enAU'],
  [[], 'enAU'],
] as const)('picks from %j the language %s', (languages, expected) => {
  expect(preferredLanguage(languages)).toBe(expected);
});
