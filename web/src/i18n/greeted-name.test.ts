import { expect, test } from 'vitest';
import { greetedName } from './greeted-name.ts';

test.each([
  ['Amelia', 'Chen', 'enAU', 'Amelia'],
  ['Amelia', 'Chen', 'zhCN', 'Amelia Chen'],
  ['伟', '李', 'zhCN', '李伟'],
  ['伟', '李', 'enAU', '伟'],
  ['Li', '', 'zhCN', 'Li'],
  ['', '', 'zhCN', ''],
] as const)('greets %s %s in %s as %s', (FirstName, Surname, language, expected) => {
  expect(greetedName({ FirstName, Surname }, language)).toBe(expected);
});
