import { expect, test } from 'vitest';
import { ADDRESS_LIMITS, checkAddress, emptyAddress, partsOfFound } from './address-draft.ts';

test('a search is no address until it has led to one', () => {
  expect(checkAddress(emptyAddress('AU'))).toEqual({ search: 'required' });
  expect(checkAddress({ ...emptyAddress('AU'), search: '  ' })).toEqual({ search: 'required' });
  expect(checkAddress({ ...emptyAddress('AU'), search: '12 Harb' })).toEqual({ search: 'invalidAddress' });
});

test('a typed address needs its first line, suburb and postcode', () => {
  const typed = { ...emptyAddress('AU'), way: 'typed' };
  expect(checkAddress(typed)).toEqual({ line1: 'required', suburb: 'required', postcode: 'required' });
  const full = { ...typed, line1: '12 Harbour St', suburb: 'Sydney', postcode: '2000' };
  expect(checkAddress(full)).toEqual({});
  expect(checkAddress({ ...full, suburb: ' ' })).toEqual({ suburb: 'required' });
});

test('an address that was found is cut to 32, 18 and 9 characters, and takes the place of the one before', () => {
  const found = {
    line1: 'Level 12, Building 3, The Very Long Harbour Towers',
    state: 'Australian Capital Territory',
    postcode: '2000-1234567',
  };
  expect(partsOfFound(found, ADDRESS_LIMITS)).toEqual({
    line1: 'Level 12, Building 3, The Very L',
    line2: '',
    suburb: '',
    state: 'Australian Capital',
    postcode: '2000-1234',
  });
  expect(partsOfFound({ line1: ' 1 Queen St ', country: 'NZ' }, ADDRESS_LIMITS)).toMatchObject({
    line1: '1 Queen St',
    country: 'NZ',
  });
});
