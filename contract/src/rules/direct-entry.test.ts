import { expect, test } from 'vitest';
import { DIRECT_ENTRY, foldToDirectEntry, notCarried, toDirectEntry } from './direct-entry.ts';

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

// By hand, after the Latin-ASCII transform of CLDR.
test.each([
  ['Zoë O’Brien', "Zoe O'Brien"],
  ['Zoe\u0308 O\u2019Brien', "Zoe O'Brien"],
  ['Mum’s rent', "Mum's rent"],
  ['Rent – Oct', 'Rent - Oct'],
  ['Rent — “Oct”…', "Rent - 'Oct'..."],
  ['Straße Łódź Ørsted Þór Đặng Ægir Œuvre', 'Strasse Lodz Orsted Thor Dang AEgir OEuvre'],
  ['İstanbul ışık Kāne‘ohe', "Istanbul isik Kane'ohe"],
  ['Ｒｅｎｔ　１２', 'Rent 12'],
  ['½ ﬁx №5 2×3', '1/2 fix No5 2x3'],
  ['a\u200Bb\u202Ec\u00A0d\te\u00ADf', 'abc d ef'],
  ['Rent £5 [a] x^2', 'Rent £5 [a] x^2'],
  ['李 한글 محمد 👍🏽', '李 한글 محمد 👍🏽'],
])('folds %j to %j', (typed, sent) => {
  expect(foldToDirectEntry(typed)).toBe(sent);
  expect(foldToDirectEntry(sent)).toBe(sent);
});

test.each([
  ['Zoë O’Brien – Oct', ''],
  ['Rent 李', '李'],
  ['👨‍👩‍👧 rent', '👨‍👩‍👧'],
  ['A [b]', '['],
  ['a~b', '~'],
  ['a~b[', '['],
])('names the first sign of %j that is not carried', (typed, sign) => {
  expect(notCarried(typed)).toBe(sign);
});
