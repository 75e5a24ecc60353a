import { expect, test } from 'vitest';
import { narrowed, optionCalled, optionMeant } from './list-options.ts';

const COUNTRIES = [
  { value: 'AU', label: 'Australia', keywords: 'AU' },
  { value: 'AT', label: 'Austria', keywords: 'AT' },
  { value: 'CI', label: 'Côte d’Ivoire', keywords: 'CI Ivory Coast' },
  { value: 'NR', label: 'Nauru', keywords: 'NR' },
  { value: 'NZ', label: 'New Zealand', keywords: 'NZ Aotearoa' },
  { value: 'CK', label: 'Cook Islands', keywords: 'CK' },
  { value: 'CN', label: '中国', keywords: 'CN China Zhongguo' },
];

const found = (typed: string) => narrowed(COUNTRIES, typed).map(({ value }) => value);

test.each([
  ['', ['AU', 'AT', 'CI', 'NR', 'NZ', 'CK', 'CN']],
  ['   ', ['AU', 'AT', 'CI', 'NR', 'NZ', 'CK', 'CN']],
  // Options that start with the text come before those that contain it.
  ['au', ['AU', 'AT', 'NR']],
  ['AUST', ['AU', 'AT']],
  ['austri', ['AT']],
  ['zea', ['NZ']],
  ['new z', ['NZ']],
  ['cote', ['CI']],
  ['d ivoire', ['CI']],
  ['ivory', ['CI']],
  ['nz', ['NZ']],
  ['aotea', ['NZ']],
  ['is', ['CK']],
  ['中', ['CN']],
  ['zhong', ['CN']],
  ['ＡＵＳＴＲＩ', ['AT']],
  ['atlantis', []],
])('“%s” finds %j', (typed, values) => expect(found(typed)).toEqual(values));

test('finds an option by its label, typed in full', () => {
  expect(optionCalled(COUNTRIES, ' new zealand')?.value).toBe('NZ');
  expect(optionCalled(COUNTRIES, 'cote d’ivoire')?.value).toBe('CI');
  expect(optionCalled(COUNTRIES, 'nz')).toBeUndefined();
  expect(optionCalled(COUNTRIES, 'New')).toBeUndefined();
  expect(optionCalled(COUNTRIES, '')).toBeUndefined();
});

test('finds an option by its value when the field is left with that text', () => {
  expect(optionMeant(COUNTRIES, 'nz')?.value).toBe('NZ');
  expect(optionMeant(COUNTRIES, 'Austria')?.value).toBe('AT');
  expect(optionMeant(COUNTRIES, 'aus')).toBeUndefined();
  expect(optionMeant(COUNTRIES, ' ')).toBeUndefined();
});
