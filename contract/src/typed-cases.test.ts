import { expect, test } from 'vitest';
import { token } from './access/sign-in.ts';
import { setTaxFileNumber } from './activation/tax-file-number.ts';
import { bsbNumber } from './transfers/bsb.ts';

const CARD = { grant_type: 'card', brand: 'wattle', tenantId: '1', brandId: '1', cardnumber: '9036000000000058' };

test.each(['062–000', '062‑000', '062−000', '062\u200b000', '０６２０００'])('[19-a] takes the BSB %j', (typed) =>
  expect(bsbNumber.parse(typed)).toBe('062000'),
);

test('[19-b] takes a card number with other hyphens, and a tax file number with plain ones', () => {
  const grant = token.body.parse({ ...CARD, cardnumber: '9036‑0000‑0000‑0058', accesscode: '246810' });
  expect(grant).toMatchObject({ cardnumber: '9036000000000058' });
  expect(setTaxFileNumber.body.parse({ Kind: 'number', TaxFileNumber: '123-456-782' })).toEqual({
    Kind: 'number',
    TaxFileNumber: '123456782',
  });
});

test('[22-c] takes an access code and a card number in full width', () => {
  const typed = { ...CARD, cardnumber: '９０３６００００００００００５８', accesscode: '２４６８１０' };
  expect(token.body.parse(typed)).toMatchObject({ cardnumber: '9036000000000058', accesscode: '246810' });
});
