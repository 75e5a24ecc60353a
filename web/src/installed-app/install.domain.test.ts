import { expect, test } from 'vitest';
import { installOfferOf } from './install.domain.ts';

const facts = { isInstalled: false, isOffered: true, isIos: false, isKept: true, wasShown: false };

test.each([
  ['by the question of a browser that has one', facts, 'ask'],
  ['by words on iOS, which has none', { ...facts, isOffered: false, isIos: true }, 'words'],
  ['not where a browser neither asks nor is iOS', { ...facts, isOffered: false }, null],
  ['not in the installed app', { ...facts, isInstalled: true }, null],
  ['not a second time', { ...facts, wasShown: true }, null],
  ['not where the browser would forget the answer', { ...facts, isKept: false }, null],
  ['not a second time on iOS', { ...facts, isOffered: false, isIos: true, wasShown: true }, null],
] as const)('the app is offered %s', (_, given, offer) => {
  expect(installOfferOf(given)).toBe(offer);
});
