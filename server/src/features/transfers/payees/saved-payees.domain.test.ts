import { describe, expect, it } from 'vitest';
import { usesSavedPayee, decidePayee, MAX_SAVED_PAYEES, type SavedPayee } from './saved-payees.domain.ts';

const RUBY: SavedPayee = { id: 'ruby', name: 'Ruby', bsb: '', accountNumber: '200100025' };
const RENT: SavedPayee = { id: 'rent', name: 'Rent', bsb: '', accountNumber: '200100033' };
const SAVED = [RUBY, RENT];

const asked = (flags: object, accountNumber = '200100041') => ({
  name: 'Tom Reed',
  bsb: '',
  accountNumber,
  ...flags,
});
const decide = (flags: object, accountNumber?: string, saved: readonly SavedPayee[] = SAVED) =>
  decidePayee(saved, asked(flags, accountNumber), 'new');

describe('a transfer needs saved payees when it saves, updates or uses one', () => {
  it.each<[object, boolean]>([
    [{}, false],
    [{ IsNewPayee: false, IsUpdatePayee: false, PayeeId: null }, false],
    [{ IsNewPayee: true }, true],
    [{ IsUpdatePayee: true }, true],
    [{ PayeeId: 'ruby' }, true],
  ])('with %j: %s', (flags, expected) => expect(usesSavedPayee(flags)).toBe(expected));
});

describe('a new payee', () => {
  it('is saved with name and account number', () =>
    expect(decide({ IsNewPayee: true })).toEqual({
      ok: true,
      value: { id: 'new', name: 'Tom Reed', bsb: '', accountNumber: '200100041' },
    }));

  it('renames the payee that has its account number', () =>
    expect(decide({ IsNewPayee: true }, '200100033')).toEqual({
      ok: true,
      value: { id: 'rent', name: 'Tom Reed', bsb: '', accountNumber: '200100033' },
    }));

  it('is refused above 100, unless it renames one of them', () => {
    expect(MAX_SAVED_PAYEES).toBe(100);
    const many = Array.from({ length: 100 }, (_, n) => ({
      id: `p${n}`,
      name: 'x',
      bsb: '',
      accountNumber: String(300 + n),
    }));
    expect(decide({ IsNewPayee: true }, '200100041', many.slice(1))).toMatchObject({ ok: true });
    expect(decide({ IsNewPayee: true }, '200100041', many)).toEqual({
      ok: false,
      error: 'required_field',
      field: 'IsNewPayee',
    });
    expect(decide({ IsNewPayee: true }, '399', many)).toMatchObject({ ok: true, value: { id: 'p99' } });
  });

  it.each<[object, string]>([
    [{ IsUpdatePayee: true }, 'IsUpdatePayee'],
    [{ PayeeId: 'ruby' }, 'PayeeId'],
  ])('that is an old one too (%j) is refused', (flags, field) =>
    expect(decide({ IsNewPayee: true, ...flags })).toEqual({ ok: false, error: 'required_field', field }),
  );
});

describe('an updated payee', () => {
  it('gets the new name and account number', () => {
    expect(decide({ IsUpdatePayee: true, PayeeId: 'ruby' })).toEqual({
      ok: true,
      value: { id: 'ruby', name: 'Tom Reed', bsb: '', accountNumber: '200100041' },
    });
    expect(decide({ IsUpdatePayee: true, PayeeId: 'ruby' }, '200100025')).toMatchObject({ ok: true });
  });

  it('cannot get the account number of another one', () =>
    expect(decide({ IsUpdatePayee: true, PayeeId: 'ruby' }, '200100033')).toEqual({
      ok: false,
      error: 'required_field',
      field: 'IsUpdatePayee',
    }));

  it('must have an id', () => {
    for (const flags of [{ IsUpdatePayee: true }, { IsUpdatePayee: true, PayeeId: null }]) {
      expect(decide(flags)).toEqual({ ok: false, error: 'required_field', field: 'PayeeId' });
    }
  });

  it('must belong to the caller', () =>
    expect(decide({ IsUpdatePayee: true, PayeeId: 'other' })).toEqual({
      ok: false,
      error: 'not_found',
      field: 'PayeeId',
    }));
});

describe('a paid payee', () => {
  it('is not changed', () => expect(decide({ PayeeId: 'ruby' }, '200100025')).toEqual({ ok: true, value: undefined }));

  it('must belong to the caller and have the account number that is paid', () => {
    const refused = { ok: false, error: 'not_found', field: 'PayeeId' };
    expect(decide({ PayeeId: 'other' }, '200100025')).toEqual(refused);
    expect(decide({ PayeeId: 'ruby' }, '200100033')).toEqual(refused);
    expect(decide({ PayeeId: 'ruby' }, '200100041')).toEqual(refused);
  });
});

describe('two payees of a former release that are one account in two writings', () => {
  const former: readonly SavedPayee[] = [
    { ...RUBY, id: 'zero', accountNumber: '012345678' },
    { ...RUBY, id: 'plain', accountNumber: '12345678' },
  ];

  it.each(former)('are paid and renamed by their own writing: $accountNumber', ({ id, accountNumber }) => {
    expect(decide({ PayeeId: id }, accountNumber, former)).toEqual({ ok: true, value: undefined });
    const renamed = { ok: true, value: { id, name: 'Tom Reed', bsb: '', accountNumber } };
    expect(decide({ IsUpdatePayee: true, PayeeId: id }, accountNumber, former)).toEqual(renamed);
    expect(decide({ IsNewPayee: true }, accountNumber, former)).toEqual(renamed);
  });

  it('do not become two of one writing', () => {
    expect(decide({ IsUpdatePayee: true, PayeeId: 'zero' }, '12345678', former)).toMatchObject({
      ok: false,
      field: 'IsUpdatePayee',
    });
    expect(decide({ IsUpdatePayee: true, PayeeId: 'plain' }, '1234-5678', former)).toMatchObject({ ok: true });
  });
});
