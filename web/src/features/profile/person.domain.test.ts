import { expect, it } from 'vitest';
import { inOneLine } from '../../ui/fields/address-draft.ts';
import { addressOf, partsOf } from './person.domain.ts';

const HOME = {
  AddressLine1: '27 Marine Parade',
  AddressLine2: '',
  UnitNumber: '',
  StreetNumber: '',
  StreetName: '',
  Suburb: 'Cottesloe',
  State: 'WA',
  PostCode: '6011',
  CountryCode: 'NZ',
};

it('an address is formatted on one line', () => {
  expect(inOneLine(HOME)).toBe('27 Marine Parade, Cottesloe WA 6011');
  expect(inOneLine(null)).toBe('');
});

it('an address is sent with its existing country, or else the given one', () => {
  const parts = { ...partsOf(HOME, 'AU'), line1: ' 28 Marine Parade ' };
  expect(addressOf(parts)).toEqual({
    AddressLine1: '28 Marine Parade',
    AddressLine2: '',
    Suburb: 'Cottesloe',
    State: 'WA',
    PostCode: '6011',
    CountryCode: 'NZ',
  });
  expect(addressOf(partsOf(null, 'AU')).CountryCode).toBe('AU');
});
