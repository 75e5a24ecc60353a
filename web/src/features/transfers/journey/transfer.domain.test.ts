import { describe, expect, it } from 'vitest';
import { inGroups } from '../account-numbers.domain.ts';
import { bpay } from '../bpay/bpay.method.tsx';
import { external } from '../external/external.method.tsx';
import { internal } from '../internal/internal.method.tsx';
import type { MethodDescriptor, PaymentValues } from '../payment-method.ts';
import { emptied } from './form-values.ts';
import {
  bodyOf,
  checkPayment,
  isLocked,
  type Payer,
  payeePlanOf,
  payeeValues,
  proofOf,
  readBody,
  refusedField,
  staleChoice,
  valuesOfPaid,
} from './transfer.domain.ts';

type Values = PaymentValues<'accountNumber'>;

const PAYER: Payer = {
  number: '200200015',
  availableCents: 9_999_999_999,
  leftTodayCents: null,
  dayLimitCents: null,
  today: '2026-11-20',
};
const EMPTY_TRANSFER = emptied(internal) as Values;
const RIGHT: Values = {
  ...EMPTY_TRANSFER,
  name: 'Isla Brown',
  accountNumber: '200200023',
  amount: '12.34',
  recipientDescription: 'Dinner',
};

const checkTransfer = (
  values: PaymentValues,
  cents: number | null,
  payer = PAYER,
  method: MethodDescriptor = internal,
) => checkPayment(method, values, cents, payer).problems;
const check = (changed: Partial<Values>, cents: number | null = 1234) => checkTransfer({ ...RIGHT, ...changed }, cents);

describe('the check of an internal transfer', () => {
  it('accepts a correct one without a description for the payer', () => {
    expect(check({})).toEqual({});
  });

  it('lists all required fields', () => {
    expect(checkTransfer(EMPTY_TRANSFER, null, PAYER)).toEqual({
      name: 'required',
      accountNumber: 'required',
      amount: 'errorAmount',
      recipientDescription: 'required',
    });
  });

  it.each(['name', 'description', 'recipientDescription'] as const)(
    'accepts characters that fold to printable ASCII without square brackets and caret as the %s, up to 140',
    (field) => {
      for (const right of ["O'Neil & Co. {50%} ~", '!"#$%&*+,-./:;<=>?@\\_`|', 'Zoë', 'tab\there', 'a'.repeat(140)])
        expect(check({ [field]: right })).toEqual({});
      for (const wrong of ['[1]', 'a]', 'x^2', '谢谢', '👍'])
        expect(check({ [field]: wrong })).toEqual({ [field]: 'invalidDEChars' });
      expect(check({ [field]: 'a'.repeat(141) })).toEqual({ [field]: 'textTooLong' });
    },
  );

  it.each([
    ['Mum’s rent', "Mum's rent"],
    ['Rent – Oct', 'Rent - Oct'],
    ['Rent…', 'Rent...'],
  ])('[16-b] reviews and sends %j as %j', (recipientDescription, sent) => {
    const values = { ...RIGHT, name: 'Zoë O’Brien', recipientDescription };
    expect(checkPayment(internal, values, 1234, PAYER).body).toMatchObject({
      DestinationAccountName: "Zoe O'Brien",
      RecipientDescription: sent,
    });
  });

  it('accepts a missing description, but no blank name or recipient description', () => {
    expect(check({ description: '  ' })).toEqual({});
    expect(check({ name: '  ' })).toEqual({ name: 'required' });
    expect(check({ recipientDescription: '  ' })).toEqual({ recipientDescription: 'required' });
  });

  it.each(['200200023', '200 200 023', '200-200-023', ' 200200023 ', '２００２０００２３', 'AB12', '1'])(
    'accepts %j as an account number',
    (accountNumber) => expect(check({ accountNumber })).toEqual({}),
  );

  it.each(['000000000', '0', '000-000', '---', '1234567890', '12_345', '账号'])(
    'refuses %j as an account number',
    (accountNumber) => expect(check({ accountNumber })).toEqual({ accountNumber: 'errorAccountNumberInvalid' }),
  );

  it.each([
    [905_10, {}],
    [905_11, { amount: 'aboveAvailable' }],
    [9_999_999_999, { amount: 'aboveAvailable' }],
    // The amount is too high for any payment. This problem takes precedence.
    [10_000_000_000, { amount: 'transferAmountError' }],
  ])('with 905.10 available and %i cents finds %j', (cents, problems) => {
    const values = { ...RIGHT, amount: String(cents / 100) };
    expect(checkTransfer(values, cents, { ...PAYER, availableCents: 905_10 })).toEqual(problems);
  });

  it.each([
    [350_00, {}],
    [350_01, { amount: 'aboveToday' }],
    // The amount is above the available balance too.
    [500_01, { amount: 'aboveAvailable' }],
    [10_000_000_000, { amount: 'transferAmountError' }],
  ])('with 350.00 left today, 500.00 available and %i cents finds %j', (cents, problems) => {
    const values = { ...RIGHT, amount: String(cents / 100) };
    expect(checkTransfer(values, cents, { ...PAYER, availableCents: 500_00, leftTodayCents: 350_00 })).toEqual(
      problems,
    );
  });

  it.each([
    [350_01, { amount: 'aboveToday' }],
    [1_000_00, { amount: 'aboveToday' }],
    // The amount is above the limit of every day.
    [1_000_01, { amount: 'aboveDayLimit' }],
  ])('with 350.00 left today of a limit of 1,000.00 and %i cents finds %j', (cents, problems) => {
    const values = { ...RIGHT, amount: String(cents / 100) };
    const payer = { ...PAYER, leftTodayCents: 350_00, dayLimitCents: 1_000_00 };
    expect(checkTransfer(values, cents, payer)).toEqual(problems);
  });

  it('refuses the paying account as payee, in any format', () => {
    expect(check({ accountNumber: '200 200 015' })).toEqual({ accountNumber: 'sameAccount' });
  });

  it.each([
    ['0.01', 1, undefined],
    ['99999999.99', 9_999_999_999, undefined],
    ['0', 0, 'transferAmountError'],
    ['-1', -100, 'transferAmountError'],
    ['100000000', 10_000_000_000, 'transferAmountError'],
    ['12,50', null, 'transferAmountError'],
    ['  ', null, 'errorAmount'],
  ])('%j as the amount: %j cents, %s', (amount, cents, expected) => {
    expect(check({ amount }, cents)).toEqual(expected === undefined ? {} : { amount: expected });
  });
});

describe('the request of a transfer', () => {
  it('has the paying account, payee, dollars, immediate payment, and trimmed descriptions', () => {
    const typed = { ...RIGHT, accountNumber: '200 200 023', name: ' Isla Brown ', description: ' For dinner ' };
    expect(bodyOf(internal, typed, 1234, PAYER.number)).toEqual({
      MemberNumber: '200200015',
      DestinationAccountNumber: '200200023',
      DestinationAccountName: 'Isla Brown',
      Amount: 12.34,
      PaymentFrequency: 20,
      Description: 'For dinner',
      RecipientDescription: 'Dinner',
      IsNewPayee: false,
      IsUpdatePayee: false,
      PayeeId: null,
    });
  });

  it.each([
    [{ newPayee: 'yes' }, { IsNewPayee: true, IsUpdatePayee: false, PayeeId: null }],
    [{ payeeId: 'p-1' }, { IsNewPayee: false, IsUpdatePayee: false, PayeeId: 'p-1' }],
    [
      { payeeId: 'p-1', isUpdate: 'yes' },
      { IsNewPayee: false, IsUpdatePayee: true, PayeeId: 'p-1' },
    ],
  ] as const)('has the saving of the payee: %j', (changed, expected) => {
    expect(bodyOf(internal, { ...RIGHT, ...changed }, 1234, PAYER.number)).toMatchObject(expected);
  });

  it('has the stored number of a saved payee', () => {
    const kept = { ...RIGHT, payeeId: 'p-1', accountNumber: 'AB 12' };
    expect(bodyOf(internal, kept, 1234, PAYER.number)['DestinationAccountNumber']).toBe('AB 12');
    expect(bodyOf(internal, { ...kept, isUpdate: 'yes' }, 1234, PAYER.number)['DestinationAccountNumber']).toBe('AB12');
  });
});

describe('the payee', () => {
  const isla = {
    PayeeId: 'p-1',
    DestinationAccountName: 'Isla Brown',
    DestinationBSB: null,
    DestinationAccountNumber: '200200023',
    LastPaidAt: null,
    LastPaidAmount: null,
    LastPurpose: null,
    PaidThisYear: 0,
  };

  it('fills its fields when it is chosen, and clears them when none is', () => {
    expect(payeeValues(internal, isla)).toEqual({
      payeeId: 'p-1',
      isUpdate: '',
      newPayee: '',
      isRead: '',
      repeatOf: '',
      name: 'Isla Brown',
      accountNumber: '200200023',
    });
    expect(payeeValues(internal, undefined)).toEqual({
      payeeId: '',
      isUpdate: '',
      newPayee: '',
      isRead: '',
      repeatOf: '',
      name: '',
      accountNumber: '',
    });
  });

  it('that was changed elsewhere is shown with its new values, except fields being edited', () => {
    const chosen = { ...RIGHT, payeeId: 'p-1' };
    expect(staleChoice(internal, chosen, [isla])).toBeNull();
    const moved = { ...isla, DestinationAccountNumber: '200200031' };
    expect(staleChoice(internal, chosen, [moved])).toMatchObject({ payeeId: 'p-1', accountNumber: '200200031' });
    expect(staleChoice(internal, { ...chosen, isUpdate: 'yes' }, [moved])).toBeNull();
    expect(staleChoice(internal, RIGHT, [moved])).toBeNull();
  });

  it('that was deleted elsewhere becomes a new one with the current fields', () => {
    expect(staleChoice(internal, { ...RIGHT, payeeId: 'p-1' }, [])).toEqual({ payeeId: '', isUpdate: '' });
  });

  it.each([
    [{}, 'nobody', false],
    [{ newPayee: 'yes' }, 'new', false],
    [{ payeeId: 'a' }, 'saved', true],
    [{ payeeId: 'a', isUpdate: 'yes' }, 'update', false],
  ] as const)('with %j is planned as %s, locked: %s', (changed, plan, locked) => {
    expect(payeePlanOf({ ...RIGHT, ...changed })).toBe(plan);
    expect(isLocked({ ...RIGHT, ...changed })).toBe(locked);
  });
});

describe('a refusal', () => {
  it.each([
    ['20010', 'DestinationAccountNumber', 'accountNumber'],
    ['20240', 'Amount', 'amount'],
    ['20240', undefined, 'amount'],
    ['20242', undefined, 'amount'],
    ['20071', undefined, 'amount'],
    ['20241', undefined, 'accountNumber'],
    ['10001', undefined, undefined],
    ['10000', 'MemberNumber', undefined],
    ['99999', undefined, undefined],
  ])('with code %s and field %s belongs to: %s', (code, field, expected) => {
    expect(refusedField(internal, field === undefined ? { code } : { code, field })).toBe(expected);
  });
});

it('a card of the payer is paid like someone saved, and is none', () => {
  const own = { ...RIGHT, isOwn: 'yes' };
  expect([payeePlanOf(own), isLocked(own)]).toEqual(['own', true]);
  expect(bodyOf(internal, own, 1234, PAYER.number)).toMatchObject({ IsNewPayee: false, PayeeId: null });
});

it('formats nine digits in groups of three, and leaves other text unchanged', () => {
  expect(inGroups('200200023')).toBe('200 200 023');
  expect(inGroups('AB12')).toBe('AB12');
  expect(inGroups('1234567890')).toBe('1234567890');
});

describe('the check of a bill', () => {
  const bill = { ...emptied(bpay), reference: '87348538', amount: '12.34' };
  const checkBill = (billerCode: string, changed: object = {}) =>
    checkPayment(bpay, { ...bill, billerCode, ...changed } as PaymentValues, 1234, PAYER);
  it.each([
    ['23796', undefined],
    ['0000023796', undefined],
    ['12', 'Error20243'],
    ['12345678901', 'Error20243'],
    ['2379a', 'Error20243'],
  ])('accepts a biller code of 3 to 10 digits: %s', (billerCode, problem) => {
    expect(checkBill(billerCode).problems['billerCode']).toBe(problem);
  });

  it('accepts the masked reference of a saved payee', () => {
    expect(checkBill('23796', { reference: '411111••••••1111' }).problems).toEqual({});
  });

  it('names the repeated payment for a masked reference alone', () => {
    const bodyOfRepeated = (reference: string) => checkBill('23796', { reference, repeatOf: '263240000014' }).body;
    expect(bodyOfRepeated('411111••••••1111')).toMatchObject({ RepeatOf: '263240000014' });
    expect(bodyOfRepeated('87348538')).not.toHaveProperty('RepeatOf');
  });

  it('returns no name if none is typed', () => {
    expect(checkBill('23796').body).toMatchObject({ PayeeName: null, billerCode: '23796', amount: 12.34 });
  });
});

describe('a checked body', () => {
  const typed = { ...RIGHT, accountNumber: '200 200 023', description: ' For dinner ' };
  const weekly = {
    ...typed,
    schedule: 'regular',
    frequency: '1',
    startDate: '2026-11-21',
    endAfter: 'date',
    endDate: '2026-12-05',
  };
  const checked = (values: PaymentValues) => checkPayment(internal, values, 1234, PAYER);
  const body = { ...checked(weekly).body };

  it('is missing while a field is faulty', () => {
    expect(checked({ ...typed, amount: '' }).body).not.toBeNull();
    expect(checkPayment(internal, { ...typed, amount: '' }, null, PAYER).body).toBeNull();
    expect(checkPayment(internal, typed, 1234, { ...PAYER, availableCents: 1233 }).body).toBeNull();
  });

  it('is read back into the fields of all methods', () => {
    expect(readBody(internal, body)).toMatchObject({
      payer: '200200015',
      dollars: 12.34,
      payeeName: 'Isla Brown',
      bsb: '',
      number: '200200023',
      purpose: '',
      description: 'For dinner',
      recipientDescription: 'Dinner',
      dates: {
        frequency: 1,
        futureDate: null,
        startDate: '2026-11-21',
        endDate: '2026-12-05',
        noOfPayments: null,
      },
    });
  });

  it('is the content that its person agrees to, also after it was stored', () => {
    const stored = JSON.parse(JSON.stringify(body)) as typeof body;
    expect(proofOf({ method: internal, body: stored })).toEqual(proofOf({ method: internal, body }));
    expect(proofOf({ method: internal, body })).toMatchObject({ kind: 'transferInternal', Amount: '12.34' });
  });
});

describe('repeating a payment', () => {
  const paid = {
    Method: '',
    Name: 'Rent',
    Bsb: '000101',
    AccountNumber: '12345678',
    Purpose: 1,
    Amount: 310.1,
    Description: 'Flat',
    RecipientDescription: 'Rent',
  };

  it('to another bank fills in its BSB and purpose', () => {
    expect(valuesOfPaid(external, paid)).toEqual({
      name: 'Rent',
      bsb: '000-101',
      accountNumber: '12345678',
      amount: '310.10',
      purpose: '1',
      description: 'Flat',
      recipientDescription: 'Rent',
    });
  });

  it('to a biller fills in its code and reference', () => {
    expect(valuesOfPaid(bpay, { ...paid, Bsb: '23796', AccountNumber: '87348538' })).toEqual({
      billerCode: '23796',
      reference: '87348538',
      repeatOf: '',
      amount: '310.10',
      description: 'Flat',
    });
  });
});
