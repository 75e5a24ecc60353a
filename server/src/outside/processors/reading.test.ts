import { describe, expect, it } from 'vitest';
import { countryOf, threeLetters } from './countries.ts';
import { exponentOf } from './currencies.ts';
import { merchantOf } from './reading.ts';

describe('codes of other standards', () => {
  it('translate 249 countries, and three codes outside of the standard', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const known = all.flatMap((code) => countryOf(code) ?? []);
    expect(known).toHaveLength(252);
    // ISO 3166-1: some whose three letters do not begin with their two.
    const pairs = { AUS: 'AU', NZL: 'NZ', CHN: 'CN', GBR: 'GB', CHE: 'CH', PRT: 'PT', SRB: 'RS', UKR: 'UA', MEX: 'MX' };
    expect(Object.keys(pairs).map(countryOf)).toEqual(Object.values(pairs));
    expect(Object.values(pairs).map(threeLetters)).toEqual(Object.keys(pairs));
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(known.filter((country) => !names.of(country))).toEqual([]);
    expect(threeLetters('ZZ')).toBeUndefined();
  });

  it('know the digits of every currency that has none, three or four', () => {
    expect(['AUD', 'JPY', 'KRW', 'KWD', 'BHD', 'CLF', 'ISK', 'ZZZ'].map(exponentOf)).toEqual([2, 0, 0, 3, 3, 4, 0, 2]);
  });
});

describe('a shop', () => {
  it('is cut to what a message takes', () => {
    const long = 'x'.repeat(100);
    expect(
      merchantOf({ name: ` ${long}`, city: long, country: 'au', acceptorId: ' 552210009000017999 ', mcc: '58' }),
    ).toEqual({
      name: 'x'.repeat(80),
      city: 'x'.repeat(40),
      acceptorId: '552210009000017',
      mcc: '0000',
    });
    expect(merchantOf({ name: '  ', acceptorId: '商店' })).toEqual({ name: '商店', mcc: '0000' });
    expect(merchantOf({})).toEqual({ mcc: '0000' });
  });
});
