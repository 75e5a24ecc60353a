import { describe, expect, it } from 'vitest';
import { depositsOf } from '../../../../test-support/outside/deposits-file.ts';
import { readDeposits } from './deposits.domain.ts';

const ONE = { account: '200100017', cents: 5_000 };

describe('a file of deposits', () => {
  it('is parsed by the published column positions', () => {
    expect(readDeposits(depositsOf([ONE, { ...ONE, cents: 1, bsb: '000-003', trace: '', code: '53' }]))).toEqual({
      lines: [
        {
          line: 2,
          bsb: '000001',
          accountNumber: '200100017',
          reference: 'Salary',
          remitter: 'Acme Pty Ltd',
          cents: 5_000n,
          code: '50',
          from: { bsb: '000101', accountNumber: '55512345' },
        },
        {
          line: 3,
          bsb: '000003',
          accountNumber: '200100017',
          reference: 'Salary',
          remitter: 'Acme Pty Ltd',
          cents: 1n,
          code: '53',
          from: null,
        },
      ],
      cents: 5_001n,
    });
  });

  it('may have lines without the spaces at their ends', () => {
    const blank = depositsOf([ONE]).replace(/0{8}\r/, `${' '.repeat(8)}\r`);
    const cut = blank.replaceAll(/ +\r/g, '\r');
    expect(cut.split('\r\n').map(({ length }) => length)).toEqual([80, 108, 80, 0]);
    expect(readDeposits(cut)).toEqual(readDeposits(blank));
    expect(readDeposits(cut).lines).toMatchObject([{ cents: 5_000n, from: { accountNumber: '55512345' } }]);
  });

  it('contains no card number that a sender typed into a reference', () => {
    const [read] = readDeposits(depositsOf([{ ...ONE, reference: '9036000000000017' }])).lines;
    expect(read?.reference).toBe('•••• 0017');
  });

  it.each([
    ['a wrong total', depositsOf([ONE], 5_001), 'the totals differ from the lines'],
    ['a debit', depositsOf([{ ...ONE, code: '13' }]), 'line 2 is no credit'],
    ['no amount', depositsOf([{ ...ONE, cents: 0 }]), 'line 2 has no amount'],
    ['no BSB', depositsOf([{ ...ONE, bsb: '0000010' }]), 'line 2 has no BSB'],
    ['a short line', depositsOf([ONE]).replace('Salary', 'Salar'), 'line 2 has 119 characters'],
    [
      'a line cut in its trace account',
      depositsOf([ONE]).replace(/(000-101 555)\d{5}.*/, '$1'),
      'line 2 has 91 characters',
    ],
    [
      'a short line whose spaces are cut',
      depositsOf([ONE])
        .replace('Salary', 'Salar')
        .replace(/0{8}\r/, '\r'),
      'line 2 has 107 characters',
    ],
    ['no header', depositsOf([ONE]).slice(122), 'line 1 is out of place'],
  ])('with %s is refused as a whole', (_what, text, problem) => {
    expect(readDeposits(text)).toEqual({ lines: [], cents: 0n, problem });
  });
});
