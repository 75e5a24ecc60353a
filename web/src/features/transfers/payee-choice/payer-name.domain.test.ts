import { expect, test } from 'vitest';
import { payerName, payingCardName } from './payer-name.domain.ts';

test.each([
  ['Amelia', 'Chen', 'Amelia Chen'],
  ['Zoë', 'O’Brien', "Zoe O'Brien"],
  ['Alexandra', 'Papadopoulos', 'A Papadopoulos'],
  ['Alexandra', 'Papadopoulos-Konstantinou', 'Alexandra'],
  ['', 'Suharto', 'Suharto'],
  ['伟', '李', ''],
])('%s %s is shown as “%s”', (first, surname, words) => expect(payerName(first, surname)).toBe(words));

test.each([
  ['Wattle Everyday', 'Wattle Everyday'],
  ['Café', 'Cafe'],
  ['旅行', 'Card 0017'],
])('a card named %s pays as %s', (CardName, said) => {
  expect(payingCardName({ CardName, MaskedCardNumber: '9036 00•• •••• 0017' })).toBe(said);
});
