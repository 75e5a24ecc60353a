import { describe, expect, it } from 'vitest';
import { asksForPayee, decidePayee, PAYEES_OF_A_CALLER, type SavedPayee } from './saved-payees.domain.ts';

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

describe('a transfer has to do with saved payees', () => {
  it.each<[object, boolean]>([
    [{}, false],
    [{ IsNewPayee: false, IsUpdatePayee: false, PayeeId: null }, false],
    [{ IsNewPayee: true }, true],
    [{ IsUpdatePayee: true }, true],
    [{ PayeeId: 'ruby' }, true],
  ])('with %j: %s', (flags, expected) => expect(asksForPayee(flags)).toBe(expected));
});

describe('a new payee', () => {
  it('is saved with name and account number', () =>
    expect(decide({ IsNewPayee: true })).toEqual({
      ok: true,
      value: { id: 'new', name: 'Tom Reed', bsb: '', accountNumber: '200100041' },
    }));

  it('whose account number is saved already gives that payee its name', () =>
    expect(decide({ IsNewPayee: true }, '200100033')).toEqual({
      ok: true,
      value: { id: 'rent', name: 'Tom Reed', bsb: '', accountNumber: '200100033' },
    }));

  it('is one of at most 100, and a name for one of them is none more', () => {
    expect(PAYEES_OF_A_CALLER).toBe(100);
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

describe('a payee that is updated', () => {
  it('gets the name and the account number', () => {
    expect(decide({ IsUpdatePayee: true, PayeeId: 'ruby' })).toEqual({
      ok: true,
      value: { id: 'ruby', name: 'Tom Reed', bsb: '', accountNumber: '200100041' },
    });
    expect(decide({ IsUpdatePayee: true, PayeeId: 'ruby' }, '200100025')).toMatchObject({ ok: true });
  });

  it('does not become another one', () =>
    expect(decide({ IsUpdatePayee: true, PayeeId: 'ruby' }, '200100033')).toEqual({
      ok: false,
      error: 'required_field',
      field: 'IsUpdatePayee',
    }));

  it('must be named', () => {
    for (const flags of [{ IsUpdatePayee: true }, { IsUpdatePayee: true, PayeeId: null }]) {
      expect(decide(flags)).toEqual({ ok: false, error: 'required_field', field: 'PayeeId' });
    }
  });

  it('must be among the caller’s', () =>
    expect(decide({ IsUpdatePayee: true, PayeeId: 'other' })).toEqual({
      ok: false,
      error: 'not_found',
      field: 'PayeeId',
    }));
});

describe('a payee that is paid', () => {
  it('is left as it is', () =>
    expect(decide({ PayeeId: 'ruby' }, '200100025')).toEqual({ ok: true, value: undefined }));

  it('must be among the caller’s, with this account number', () => {
    const refused = { ok: false, error: 'not_found', field: 'PayeeId' };
    expect(decide({ PayeeId: 'other' }, '200100025')).toEqual(refused);
    expect(decide({ PayeeId: 'ruby' }, '200100033')).toEqual(refused);
    expect(decide({ PayeeId: 'ruby' }, '200100041')).toEqual(refused);
  });
});
