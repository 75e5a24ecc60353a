import { describe, expect, it } from 'vitest';
import { readPayee, type TypedPayee } from './typed-payee.domain.ts';

/** The parts that are read, without those that are empty. */
function read(typed: string): Partial<TypedPayee> {
  return Object.fromEntries(Object.entries(readPayee(typed)).filter(([, part]) => part !== '' && part !== null));
}

const bank = { bsb: '062000', account: '12345678', isSure: true };
const bill = { billerCode: '12345', reference: '987654321', isSure: true };

describe('an account at a bank', () => {
  it.each([
    'BSB 062-000 acc 1234 5678',
    'bsb: 062000, account number: 12345678',
    'hey my bsb 062000 acct 12345678 thx, Jordan',
    'Acct no. 12345678 BSB 062 000',
    'BSB062000Account12345678',
    'BSB and account: 062-000 12345678',
    'bsb 062000 then 1234 5678',
    '062-000 a/c 12345678',
    '062-000 1234 5678',
    '062–000 12345678',
    '062000 12345678',
    '062000/12345678',
    '062-000, 12345678',
    '062.000 12345678',
    // A Chinese keyboard: full width, and the labels in Chinese.
    'ＢＳＢ：０６２－０００　账号：１２３４５６７８',
    'BSB 062000 帐号 12345678',
    // No-break spaces, and a mark that turns the direction of writing.
    '062\u2011000\u00a01234\u00a05678',
    '\u202d062-000 12345678\u202c',
    // A line for each of them.
    'BSB: 062-000\nAccount: 12345678',
    // A number of something else beside it.
    'Jordan 0400 000 112, BSB 062-000 account 12345678',
    'Invoice 4417 total $120.50 BSB 062-000 account 12345678 due 12/12/2026',
  ])('%s', (typed) => {
    expect(read(typed)).toEqual(bank);
  });

  it.each([
    ['Account name: Jordan Smith\nBSB: 062-000\nAccount number: 1234 5678', 'Jordan Smith'],
    ['Name: Jordan Smith, BSB 062000, Acc 12345678', 'Jordan Smith'],
    ['户名：Li Wei BSB：062-000 账号：12345678', 'Li Wei'],
  ])('with its name: %s', (typed, name) => {
    expect(read(typed)).toEqual({ ...bank, name });
  });

  it.each([
    ['062-000', { bsb: '062000', isSure: true }],
    ['BSB 062000', { bsb: '062000', isSure: true }],
    ['062-000 12', { bsb: '062000', account: '12', isSure: true }],
    // It may be the account 123 456 789 of the brand.
    ['123 456 7', { bsb: '123456', account: '7', isSure: false }],
    ['06200012345678', { bsb: '062000', account: '12345678', isSure: false }],
    ['BSB 062-000 account 4111 1111 1111 1111', { bsb: '062000', isSure: true }],
  ])('not whole yet: %s', (typed, parts) => {
    expect(read(typed)).toEqual(parts);
  });
});

describe('a bill', () => {
  it.each([
    'Biller Code: 12345 Ref: 9876 5432 1',
    'Biller Code 12345\nReference 987654321',
    'BPAY 12345 987654321',
    'BPAY biller 12345, 987654321',
    'Ref 987654321 Biller code 12345',
    'Biller code: 12345 CRN: 9876-5432-1 Amount due: $186.20 Due 12 Dec 2026',
    '收款机构代码：12345 参考号：987654321',
    'ＢＰＡＹ　１２３４５　９８７６５４３２１',
  ])('%s', (typed) => {
    expect(read(typed)).toEqual(bill);
  });

  it('without a label its numbers are read, and are not sure', () => {
    expect(read('23796 87348538')).toEqual({
      billerCode: '23796',
      reference: '87348538',
      number: '2379687348538',
      isSure: false,
    });
  });

  it('the number of a credit card is a reference beside a biller code', () => {
    expect(read('Biller code 12345 ref 4111 1111 1111 1111')).toMatchObject({ reference: '4111111111111111' });
  });

  it('a reference that looks like a mobile number is a reference', () => {
    expect(read('Biller 12345 ref 0412 345 678')).toMatchObject({ billerCode: '12345', reference: '0412345678' });
  });

  it('a code alone waits for its reference', () => {
    expect(read('Biller code 12345')).toEqual({ billerCode: '12345', isSure: true });
  });
});

describe('one number', () => {
  it.each([
    ['200 100 025', '200100025'],
    ['200100025', '200100025'],
    ['23796', '23796'],
    ['1234 5678', '12345678'],
    ['٠٦٢٠٠٠', '062000'],
  ])('%s', (typed, number) => {
    expect(read(typed)).toEqual({ number, isSure: false });
  });

  it('an account that is labelled is sure', () => {
    expect(read('Account 200 100 025')).toEqual({ account: '200100025', isSure: true });
  });
});

describe('what no one is paid by', () => {
  it.each([
    ['4111 1111 1111 1111', 'card'],
    ['4111111111111111', 'card'],
    ['my card is 4111-1111-1111-1111', 'card'],
    ['0400 000 112', 'mobile'],
    ['+61 (0)400 000 112', 'mobile'],
    ['Mobile: 0400 000 112', 'mobile'],
    ['Jordan.Lee@Example.COM', 'email'],
    ['jordan＠example。com', 'email'],
    ['89 900 000 022', 'business'],
  ])('%s', (typed, is) => {
    expect(read(typed)).toMatchObject({ is, isSure: false });
  });
});

it('an address is read as it is kept, and nothing of a card number', () => {
  expect(readPayee('jordan＠example。com').text).toBe('jordan@example.com');
  expect(readPayee('+61 (0)400 000 112').text).toBe('+61400000112');
  expect(JSON.stringify(readPayee('my card is 4111 1111 1111 1111'))).not.toMatch(/\d/);
});

it.each(['', ' ', 'Ru', '李伟', 'Studio North', 'O’Brien', 'amelia@', '12 Smith Street'])(
  'a name or nothing: %j',
  (typed) => {
    expect(read(typed)).toEqual({ isSure: false });
  },
);
