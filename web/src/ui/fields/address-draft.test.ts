import { expect, test } from 'vitest';
import { ADDRESS_LIMITS, checkAddress, emptyAddress, partsOfFound } from './address-draft.ts';

test('a search is not an address until a result was chosen', () => {
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
  expect(checkAddress({ ...full, postcode: '' })).toEqual({ postcode: 'required' });
  // Hong Kong has none.
  expect(checkAddress({ ...full, postcode: '', country: 'HK' })).toEqual({});
});

test('[13-a] a found address continues in the second line, broken between words', () => {
  // 32 characters fit: "Apartment 1204, 128-134 Little" has 30, with "Lonsdale" 39.
  const found = partsOfFound({ line1: 'Apartment 1204, 128-134 Little Lonsdale Street' }, ADDRESS_LIMITS);
  expect(found).toMatchObject({ line1: 'Apartment 1204, 128-134 Little', line2: 'Lonsdale Street' });
  const both = partsOfFound({ line1: found.line1 ?? '', line2: 'Melbourne CBD' }, ADDRESS_LIMITS);
  expect(both).toMatchObject({ line1: 'Apartment 1204, 128-134 Little', line2: 'Melbourne CBD' });
});

test('a found address is never truncated, and a part that does not fit is reported', () => {
  const found = {
    line1: 'Level 12, Building 3, The Very Long Harbour Towers',
    state: 'Australian Capital Territory',
    postcode: '2000-1234567',
  };
  expect(partsOfFound(found, ADDRESS_LIMITS)).toEqual({
    line1: 'Level 12, Building 3, The Very',
    line2: 'Long Harbour Towers',
    suburb: '',
    state: 'Australian Capital Territory',
    postcode: '2000-1234567',
  });
  const draft = { ...emptyAddress('AU'), ...partsOfFound(found, ADDRESS_LIMITS), way: 'typed', suburb: 'Sydney' };
  expect(checkAddress(draft)).toEqual({ state: 'stateTooLong', postcode: 'postcodeTooLong' });
  const long = 'x'.repeat(33);
  expect(partsOfFound({ line1: `1 ${long} ${long}` }, ADDRESS_LIMITS)).toMatchObject({
    line1: '1',
    line2: `${long} ${long}`,
  });
  expect(checkAddress({ ...draft, line1: long, line2: long, suburb: long })).toMatchObject({
    line1: 'line1TooLong',
    line2: 'line2TooLong',
    suburb: 'suburbTooLong',
  });
  expect(partsOfFound({ line1: ' 1 Queen St ', country: 'NZ' }, ADDRESS_LIMITS)).toMatchObject({
    line1: '1 Queen St',
    country: 'NZ',
  });
});
