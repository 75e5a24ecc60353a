import { expect, it } from 'vitest';
import { EMAIL_ADDRESS } from './email-address.ts';

it.each([
  ['word characters', 'amelia_chen9@example.com'],
  ['a hyphen, an apostrophe and dots', "mary-jane.o'nair@mail.example.com.au"],
  ['a plus sign', 'amelia+wattle@example.com'],
  ['a domain with hyphens', 'a@harbour-mutual.example'],
  ['a domain in Chinese, as it is sent', 'a@xn--fiq228c.xn--fiqs8s'],
])('an email address with %s is taken', (_, typed) => {
  expect(EMAIL_ADDRESS.test(typed)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['no sign @', 'amelia.example.com'],
  ['two signs @', 'amelia@chen@example.com'],
  ['nothing before it', '@example.com'],
  ['nothing after it', 'amelia@'],
  ['a domain without a dot', 'amelia@example'],
  ['an empty label', 'amelia@example..com'],
  ['a dot at the end', 'amelia@example.com.'],
  ['a hyphen at the edge of a label', 'amelia@-example.com'],
  ['a number as the last label', 'amelia@127.0.0.1'],
  ['a space', 'amelia chen@example.com'],
  ['angle brackets', 'Amelia<amelia@example.com>'],
  ['a comma: two addresses', 'amelia@example.com,other@example.com'],
  ['a line break: another header', 'amelia@example.com\nbcc:other@example.com'],
  ['a line break at the end', 'amelia@example.com\n'],
  ['a slash', 'amelia/chen@example.com'],
  ['[4-B5] two dots in a row', 'a..b@example.com'],
  ['[4-B5] a dot at the beginning', '.a@example.com'],
  ['[4-B5] a dot before the sign @', 'a.@example.com'],
])('an email address with %s is refused', (_, typed) => {
  expect(EMAIL_ADDRESS.test(typed)).toBe(false);
});

it('judges a long text without backtracking', () => {
  const began = performance.now();
  expect(EMAIL_ADDRESS.test(`a@${'a-'.repeat(5_000)}!`)).toBe(false);
  expect(EMAIL_ADDRESS.test(`a@${'a.'.repeat(5_000)}!`)).toBe(false);
  expect(EMAIL_ADDRESS.test(`${'a.'.repeat(5_000)}!`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(1_000);
});
