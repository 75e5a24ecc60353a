import { expect, it } from 'vitest';
import { monthLines } from './month-end.domain.ts';

const own = (kind: 'bank' | 'fees' | 'gateway', opening: bigint, closing: bigint) => ({
  kind,
  opening,
  closing,
  after: 3n,
  upTo: 10n,
});
const NO_BANK = { statement: undefined, books: 0n, apart: 0n, lines: [], entries: [], unexplained: 0n };

it('leads from cardholders by the accounts between to the bank, and on to its statement', () => {
  // Cardholders 700, fees 50, and 150 that the gateway has not paid: 600 at the bank. The statement of two days before
  // said 640: 20 were posted since, one line of 30 is in no book, and one entry of 10 in no statement.
  const lines = monthLines([own('bank', -500n, -600n), own('fees', 0n, 50n), own('gateway', 0n, -150n)], {
    statement: { closing: 640n },
    books: 620n,
    apart: 0n,
    lines: [{ cents: 30n }],
    entries: [{ cents: 10n }],
    unexplained: 0n,
  });
  expect(lines.map(({ name, items, cents, opening }) => [name, items, cents, opening])).toEqual([
    ['cardholder', undefined, 700n, 500n],
    ['fees', 7n, 50n, 0n],
    ['gateway', 7n, -150n, 0n],
    ['bank', 7n, 600n, 500n],
    ['afterStatement', undefined, 20n, undefined],
    ['onlyStatement', 1n, 30n, undefined],
    ['onlyBooks', 1n, -10n, undefined],
    ['statement', undefined, 640n, undefined],
  ]);
});

it('each sum is that of the lines before it', () => {
  const lines = monthLines([own('bank', 0n, -80n), own('fees', 0n, 20n)], {
    ...NO_BANK,
    statement: { closing: 95n },
    books: 80n,
    apart: 4n,
    unexplained: 11n,
  });
  const cents = (name: string) => lines.find((line) => line.name === name)?.cents ?? 0n;
  expect(cents('cardholder') + cents('fees')).toBe(cents('bank'));
  expect(cents('bank') + cents('apart') + cents('unexplained')).toBe(cents('statement'));
});

it('a programme without an account has zeroes and no statement', () => {
  expect(monthLines([], NO_BANK).map(({ name, cents }) => [name, cents])).toEqual([
    ['cardholder', 0n],
    ['bank', 0n],
  ]);
});
