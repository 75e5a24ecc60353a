import { expect, it } from 'vitest';
import { EMAIL_ADDRESS, readableEmail } from './email-address.ts';
import { emailText } from './typed-text.ts';

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

// Names of IANA's test domains and of RFC 3492, 7.1, in both forms.
it.each([
  ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@例子.测试', 'a@xn--fsqu00a.xn--0zwm56d'],
  ['a@пример.испытание', 'a@xn--e1afmkfd.xn--80akhbyknj4f'],
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  ['a@3年b組金八先生.example', 'a@xn--3b-ww4c5e180e575a65lsy2b.example'],
])('takes %s as mail servers know it, and shows it as it was typed', (typed, known) => {
  expect(emailText(typed)).toBe(known);
  expect(EMAIL_ADDRESS.test(known)).toBe(true);
  expect(emailText(known)).toBe(known);
  expect(readableEmail(known)).toBe(typed);
});

it('takes a domain in other letters in full width, capitals and with the point of a Chinese keyboard', () => {
  expect(emailText(' Ａ＠例子。测试 ')).toBe('A@xn--fsqu00a.xn--0zwm56d');
  expect(emailText('a@BÜCHER.example')).toBe('a@xn--bcher-kva.example');
});

it.each([
  '例@example.com',
  'a@例子',
  'a@例子.测试/x',
  'a@b@例子.测试',
  'a@例 子.测试',
  'a@例子..测试',
  'a@-例.测试:25',
])('refuses %s', (typed) => expect(EMAIL_ADDRESS.test(emailText(typed))).toBe(false));

it.each(['a@xn--', 'a@xn--zzzzzzzzzzzzzzzzzzzz.example', 'a@xn--a-.example', 'amelia@example.com', 'xn--a', ''])(
  'shows %j as it is',
  (address) => expect(readableEmail(address)).toBe(address),
);
