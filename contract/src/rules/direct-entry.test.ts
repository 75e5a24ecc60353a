import { expect, test } from 'vitest';
import { DIRECT_ENTRY, toDirectEntry } from './direct-entry.ts';

test.each([...String.raw`A-Za-z0-9 +-@$!%&()*./#=:;?,'_`])('accepts %j unchanged', (character) => {
  expect(DIRECT_ENTRY.test(character)).toBe(true);
  expect(toDirectEntry(character)).toBe(character);
});

test.each([...'[]^\\{}<>|~`"“’–\t\n李'])('rejects %j', (character) => {
  expect(DIRECT_ENTRY.test(character)).toBe(false);
});

test.each([
  ['Zoë Müller', 'Zoe Muller'],
  ['Café [2]', 'Cafe  2 '],
  ['１２ ﬁ', '12 fi'],
  ['李 & Co', '  & Co'],
])('writes %j as %j', (text, written) => {
  expect(toDirectEntry(text)).toBe(written);
  expect(DIRECT_ENTRY.test(toDirectEntry(text))).toBe(true);
});
