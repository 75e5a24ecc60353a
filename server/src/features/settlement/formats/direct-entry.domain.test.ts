import ABA from 'aba-generator';
import { describe, expect, it } from 'vitest';
import { readAba } from '../../../../test-support/outside/aba.ts';
import { returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { type CreditLine, readReturns, writeDirectEntry } from './direct-entry.domain.ts';
import { splitByTotals } from './split.domain.ts';

const SENDER = {
  institution: 'SBX',
  userName: 'HARBOUR MUTUAL',
  userId: '301500',
  description: 'PAYMENTS',
  bsb: '000-001',
  accountNumber: '700100200',
  hasContra: true,
};

const credit = (given: Partial<CreditLine> = {}): CreditLine => ({
  bsb: '000101',
  accountNumber: '44172208',
  name: 'Jordan Blake',
  reference: 'Bond, Wilson St',
  remitter: 'Amelia Chen',
  cents: 35_000n,
  ...given,
});

describe('a direct-entry file', () => {
  it('has each field in its published position', () => {
    const file = readAba(writeDirectEntry(SENDER, '2026-11-20', [credit(), credit({ cents: 1n, bsb: '000198' })]));
    expect(file.header).toEqual({ institution: 'SBX', userName: 'HARBOUR MUTUAL', userId: '301500', day: '201126' });
    expect(file.records).toHaveLength(3);
    expect(file.records[0]).toEqual({
      bsb: '000-101',
      account: '44172208',
      code: '50',
      cents: 35_000n,
      title: 'Jordan Blake',
      reference: 'Bond, Wilson St',
      traceBsb: '000-001',
      traceAccount: '700100200',
      remitter: 'Amelia Chen',
      withholding: 0n,
    });
    expect(file.records[2]).toMatchObject({ bsb: '000-001', account: '700100200', code: '13', cents: 35_001n });
    expect(file.trailer).toEqual({ net: 0n, credits: 35_001n, debits: 35_001n, count: 3 });
  });

  it('without a contra line has a net total of its credits', () => {
    const file = readAba(writeDirectEntry({ ...SENDER, hasContra: false }, '2026-11-20', [credit()]));
    expect(file.trailer).toEqual({ net: 35_000n, credits: 35_000n, debits: 0n, count: 1 });
  });

  it.each([
    [{ reference: ' -00Rent' }, { reference: 'Rent' }],
    [{ reference: '000' }, { reference: 'Payment' }],
    [{ name: 'José “Nuñez” [x]' }, { title: "Jose 'Nunez'  x" }],
    [{ name: 'N'.repeat(40) }, { title: 'N'.repeat(32) }],
    [{ remitter: 'R'.repeat(20) }, { remitter: 'R'.repeat(16) }],
    [{ cents: 9_999_999_998n }, { cents: 9_999_999_998n }],
  ] as const)('carries %o as %o', (given, record) => {
    expect(readAba(writeDirectEntry(SENDER, '2026-11-20', [credit(given)])).records[0]).toMatchObject(record);
  });

  it('names the programme as remitter when the payer’s name has no Latin letter', () => {
    const [record] = readAba(writeDirectEntry(SENDER, '2026-11-20', [credit({ remitter: '伟 李' })])).records;
    expect(record).toMatchObject({ remitter: SENDER.userName.slice(0, 16) });
  });

  it('is refused for a number that does not fit its column', () => {
    expect(() => writeDirectEntry(SENDER, '2026-11-20', [credit({ accountNumber: '1234567890' })])).toThrow(RangeError);
    expect(() => writeDirectEntry(SENDER, '2026-11-20', [credit({ cents: 10_000_000_000n })])).toThrow(RangeError);
    expect(() => writeDirectEntry(SENDER, '2026-11-20', [credit({ cents: -1n })])).toThrow(RangeError);
  });

  it('has the same totals as an independent generator for 10,000 rows', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      credit({ accountNumber: String(10_000_000 + index), cents: BigInt(1 + ((index * 7_919) % 90_000)) }),
    );
    const other = new ABA({
      header: { bank: 'SBX', user: SENDER.userName, userNumber: 301_500, description: 'PAYMENTS', date: '201126' },
    }).generate(
      rows.map((row) => ({
        bsb: row.bsb,
        transactionCode: 50,
        account: row.accountNumber,
        amount: Number(row.cents) / 100,
        accountTitle: row.name,
        reference: row.reference,
        traceBsb: '000001',
        traceAccount: SENDER.accountNumber,
        remitter: row.remitter,
      })),
    );
    const ours = readAba(writeDirectEntry({ ...SENDER, hasContra: false }, '2026-11-20', rows));
    const theirs = readAba(
      `${other
        .trimEnd()
        .split(/\r?\n/)
        .map((line) => line.padEnd(120))
        .join('\r\n')}\r\n`,
    );
    expect(ours.trailer).toEqual(theirs.trailer);
    expect(ours.records.map(({ account, cents }) => [account, cents])).toEqual(
      theirs.records.map(({ account, cents }) => [account, cents]),
    );
  });
});

it('payments are split into files whose totals and counts fit', () => {
  const cents = (values: readonly bigint[]) => values.map((each) => ({ cents: each }));
  const split = (values: readonly bigint[], most = 10) =>
    splitByTotals(cents(values), { most, largest: 100n }).map((part) => part.map((line) => line.cents));
  expect(split([60n, 40n, 1n])).toEqual([[60n, 40n], [1n]]);
  expect(split([100n, 100n])).toEqual([[100n], [100n]]);
  expect(split([1n, 1n, 1n], 2)).toEqual([[1n, 1n], [1n]]);
  expect(split([])).toEqual([]);
});

describe('a file of returns', () => {
  const one = {
    account: '44172208',
    cents: '35000',
    code: '5',
    reference: 'Bond, Wilson St',
    day: '20',
    remitter: 'Amelia Chen',
  };

  it('has the financial institution, amount and reason of each return', () => {
    expect(readReturns(returnsOf([one], { on: '2026-11-26' }), SENDER)).toEqual({
      lines: [
        {
          line: 2,
          bsb: '000101',
          accountNumber: '44172208',
          reference: 'Bond, Wilson St',
          cents: 35_000n,
          code: '5',
          isDebit: false,
          day: 20,
          remitter: 'Amelia Chen',
          payerAccount: null,
        },
      ],
      cents: 35_000n,
    });
  });

  // A bank writes the difference of the totals first, and then the totals of credits and of debits.
  const MIXED = [
    '0                 01SBX       HARBOUR MUTUAL            301500RETURNS     261126'.padEnd(120),
    '2000-001700100200613000002000' +
      '0Amelia Chen                     AUTO TOP-UP 77    000-101 61200447WATTLE          20301500',
    '2000-001700100200550000003500' +
      '0Jordan Blake                    Bond, Wilson St   000-101 44172208Amelia Chen     20301500',
    '2000-001700100200153000000120' +
      '0Jordan Blake                    Wages             000-101 44172208Amelia Chen     20301500',
    '7999-999            000001620000000362000000020000                        000003'.padEnd(120),
  ];

  it('has returned debits among returned credits, each with a total of its own', () => {
    const { lines, ...read } = readReturns(MIXED.join('\n'), SENDER);
    expect(read).toEqual({ cents: 56_200n });
    expect(lines.map(({ reference, cents, isDebit }) => [reference, cents, isDebit])).toEqual([
      ['AUTO TOP-UP 77', 20_000n, true],
      ['Bond, Wilson St', 35_000n, false],
      ['Wages', 1_200n, false],
    ]);
  });

  it('may have returned debits alone', () => {
    const trailer = '7999-999            000002000000000000000000020000                        000001'.padEnd(120);
    const text = [...MIXED.slice(0, 2), trailer].join('\r\n');
    expect(readReturns(text, SENDER)).toMatchObject({ lines: [{ isDebit: true, cents: 20_000n }], cents: 20_000n });
  });

  it.each([
    ['a net', 21, '0000056200'],
    ['a total of credits', 31, '0000056200'],
    ['a total of debits', 41, '0000000000'],
  ])('with %s that differs is not accepted', (_, from, said) => {
    const trailer = MIXED[4] ?? '';
    const text = [...MIXED.slice(0, 4), trailer.slice(0, from - 1) + said + trailer.slice(from + 9)].join('\r\n');
    expect(readReturns(text, SENDER)).toEqual({ lines: [], cents: 0n, problem: 'the totals differ from the lines' });
  });

  it.each([
    ['spaces at the ends of lines cut', (lines: string[]) => lines.map((line) => line.trimEnd()).join('\r\n')],
    ['spaces added to lines', (lines: string[]) => lines.map((line) => `${line}  `).join('\r\n')],
    ['an end-of-file mark', (lines: string[]) => `${lines.join('\r\n')}\r\n\x1a`],
    ['an end-of-file mark right behind the trailer', (lines: string[]) => `${lines.join('\r\n')}\x1a\x1a`],
    ['blank lines at the end', (lines: string[]) => `${lines.join('\r\n')}\r\n\r\n${' '.repeat(120)}\r\n\r`],
    ['LF', (lines: string[]) => `${lines.join('\n')}\n`],
    ['CR', (lines: string[]) => `${lines.join('\r')}\r`],
    ['two CR before each LF', (lines: string[]) => `${lines.join('\r\r\n')}\r\r\n`],
  ])('with %s is read alike', (_, write) => {
    expect(readReturns(write(MIXED), SENDER)).toEqual(readReturns(MIXED.join('\r\n'), SENDER));
    expect(readReturns(write(MIXED), SENDER).lines).toHaveLength(3);
  });

  it('with a line that is neither a credit nor a debit is not accepted', () => {
    const text = MIXED.join('\r\n').replace('700100200153', '700100200158');
    expect(readReturns(text, SENDER)).toMatchObject({ problem: 'line 4 is neither a credit nor a debit' });
  });

  it.each([
    [
      'a total that differs',
      returnsOf([one], { on: '2026-11-26', totals: { credits: 34_999n } }),
      'the totals differ from the lines',
    ],
    [
      'a line of another account',
      returnsOf([one], { on: '2026-11-26' }).replace('2000-001700100200', '2000-001700100201'),
      'line 2 is for another account',
    ],
    [
      'another user',
      returnsOf([one], { on: '2026-11-26' }).replace('20301500', '20301501'),
      'line 2 is of another user',
    ],
    ['a code that is none', returnsOf([{ ...one, code: '0' }], { on: '2026-11-26' }), 'line 2 has no return code'],
    [
      'a short line',
      returnsOf([one], { on: '2026-11-26' }).replace('Jordan Blake', 'Jordan'),
      'line 2 has 114 characters',
    ],
    [
      'no trailer',
      returnsOf([one], { on: '2026-11-26' }).split('\r\n').slice(0, 2).join('\r\n'),
      'line 2 is out of place',
    ],
    [
      'a sum that its trailer cannot say',
      returnsOf([{ ...one, cents: '9999999999' }, one], { on: '2026-11-26', totals: { credits: 1n } }),
      'the totals differ from the lines',
    ],
    ['nothing', '', 'line 1 has 0 characters'],
  ])('with %s is not accepted', (_, text, problem) => {
    expect(readReturns(text, SENDER)).toEqual({ lines: [], cents: 0n, problem });
  });
});
