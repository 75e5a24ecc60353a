import { expect, it } from 'vitest';
import { typedAction } from './typed-action.ts';

it.each([
  ['block 1234', ['block-card'], '1234'],
  ['pri lost', ['report-card'], 'pri'],
  ['Priya Nair stolen', ['report-card'], 'priya nair'],
  ['replace 0231', ['reissue-card'], '0231'],
  ['unblock 0231', ['unblock-card'], '0231'],
  ['note owen', ['add-note'], 'owen'],
  // Three letters begin too many names.
  ['los angeles cafe', [], 'los angeles cafe'],
  ['lost', ['report-card'], ''],
  ['owen hart', [], 'owen hart'],
])('%s names %j, and %s is left to look for', (words, commands, rest) => {
  expect(typedAction(words)).toEqual({ commands, rest });
});
