import { passesLuhn } from '@wattle/contract/rules/luhn.ts';
import type { Rule } from './tree.ts';

/** Separate: not part of a hash, an amount or a longer number. */
const CANDIDATE = /(?<![\w.+/=-])(\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?:[ -]?\d{3})?)(?![\w.+/=])/g;

/** 9036 is for national use and no card scheme's; the others are published numbers for tests. */
const HARMLESS = [
  /^9036/,
  /^4111111111111111$/,
  /^4000000000000002$/,
  /^400000000000(3220|0077|0341|0119|9235|0259|5126|0101|0010|0028|1976|5423)$/,
  /^(5105105105105100|4000005540000008)$/,
  /^4123456789012345$/,
  /^4321000000001234$/,
  /^0+$/,
];

export const noRealCardNumber: Rule = {
  name: 'no number that could be a real card',
  find: (tree) =>
    tree.paths
      .filter((path) => /\.(ts|tsx|mjs|json|md|sql|html|svg)$/.test(path) && path !== 'package-lock.json')
      .flatMap((path) =>
        [...tree.text(path).matchAll(CANDIDATE)]
          .map(([, number = '']) => number.replaceAll(/[ -]/g, ''))
          .filter((digits) => passesLuhn(digits) && !HARMLESS.some((pattern) => pattern.test(digits)))
          // The finding must not contain the number that it found.
          .map((digits) => `${path}: a card number that ends in ${digits.slice(-4)}`),
      ),
};
