import { expect, test } from 'vitest';
import { foreignDigits, foreignMoney, money, moneyParts, wholeMoney } from './amounts.ts';

test.each([
  [2486.35, '$2,486.35'],
  [0, '$0.00'],
  [0.1 + 0.2, '$0.30'],
  [5, '$5.00'],
  [-12.34, '−$12.34'],
  [99_999_999.99, '$99,999,999.99'],
])('writes %d dollars as %s in both languages', (dollars, text) => {
  expect(money(dollars, 'enAU')).toBe(text);
  expect(money(dollars, 'zhCN')).toBe(text);
});

test('writes a plus only on request and never for zero', () => {
  expect(money(1250, 'enAU', 'always')).toBe('+$1,250.00');
  expect(money(0, 'enAU', 'always')).toBe('$0.00');
  expect(money(-5.4, 'enAU', 'always')).toBe('−$5.40');
  expect(money(-44, 'enAU', 'never')).toBe('$44.00');
});

test('splits an amount before its cents', () => {
  expect(moneyParts(2486.35, 'enAU')).toEqual({ sign: '', whole: '$2,486', cents: '.35' });
  expect(moneyParts(-0.05, 'zhCN')).toEqual({ sign: '−', whole: '$0', cents: '.05' });
});

test('rounds an amount in a chart to the nearest dollar', () => {
  expect(wholeMoney(2486.35, 'enAU')).toBe('$2,486');
  expect(wholeMoney(2486.5, 'zhCN')).toBe('$2,487');
  expect(wholeMoney(-12.6, 'enAU')).toBe('−$13');
  expect(wholeMoney(0, 'enAU')).toBe('$0');
});

test.each([
  [{ Amount: 1_200, Currency: 'USD', Exponent: 2 }, 'US$12.00', 'US$12.00', '12.00'],
  [{ Amount: 1_200, Currency: 'JPY', Exponent: 0 }, 'JP¥1,200', 'JP¥1,200', '1200'],
  [{ Amount: 1_250, Currency: 'KWD', Exponent: 3 }, 'KWD\u00a01.250', 'KWD\u00a01.250', '1.250'],
  [{ Amount: 999, Currency: 'NZD', Exponent: 2 }, 'NZ$9.99', 'NZ$9.99', '9.99'],
  [{ Amount: 123_456, Currency: 'EUR', Exponent: 2 }, '€1,234.56', '€1,234.56', '1234.56'],
  // A currency younger than the reader's browser.
  [{ Amount: 1_005, Currency: 'XCG', Exponent: 2 }, /^\S+\u00a0?10\.05$/, /^\S+\u00a0?10\.05$/, '10.05'],
])('writes %j with the mark of its currency, and with no more', (amount, english, chinese, digits) => {
  expect(foreignMoney(amount, 'enAU')).toMatch(english);
  expect(foreignMoney(amount, 'zhCN')).toMatch(chinese);
  expect(foreignDigits(amount)).toBe(digits);
});
