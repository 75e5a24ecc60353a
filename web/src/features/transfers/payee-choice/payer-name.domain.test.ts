import { expect, test } from 'vitest';
import { payerName } from './payer-name.domain.ts';

test.each([
  ['Amelia', 'Chen', 'Amelia Chen'],
  ['Zoë', 'O’Brien', "Zoe O'Brien"],
  ['Alexandra', 'Papadopoulos', 'A Papadopoulos'],
  ['Alexandra', 'Papadopoulos-Konstantinou', 'Alexandra'],
  ['', 'Suharto', 'Suharto'],
  ['伟', '李', ''],
])('%s %s is shown as “%s”', (first, surname, words) => expect(payerName(first, surname)).toBe(words));
