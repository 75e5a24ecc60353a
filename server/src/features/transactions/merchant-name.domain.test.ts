import { describe, expect, it } from 'vitest';
import { cleanMerchantName } from './merchant-name.domain.ts';

describe('the name of a merchant', () => {
  it.each([
    ['TINROOF NOODLES 0417 SURRY HILLS NSWAU', undefined, 'Tinroof Noodles'],
    ['Corner Cafe', undefined, 'Corner Cafe'],
    ['corner cafe', undefined, 'Corner Cafe'],
    ['MAGPIE COFFEE', undefined, 'Magpie Coffee'],
    ['MAGPIE COFFEE   FITZROY   VIC AU', 'FITZROY', 'Magpie Coffee'],
    ['MAGPIE COFFEE FITZROY', 'Fitzroy', 'Magpie Coffee'],
    ['KURRAJONG GROCERS 1182', undefined, 'Kurrajong Grocers'],
    ['REDBACK FUEL #2041 BRUNSWICK EAST VICAUS', undefined, 'Redback Fuel'],
    ['SQ *GALAH CINEMA', undefined, 'Galah Cinema'],
    ['PAYPAL *SOUTHERLY DESIGN', undefined, 'Southerly Design'],
    ['CURRAWONG HARDWARE PTY LTD', undefined, 'Currawong Hardware'],
    ['HARBOUR ELECTRICITY P/L', undefined, 'Harbour Electricity'],
    ["MARLEY'S BAKERY", undefined, "Marley's Bakery"],
    ['BIRD AND THE BEE', undefined, 'Bird and the Bee'],
    ['THE BIRD', undefined, 'The Bird'],
    ['QUOKKA-CO STORES', undefined, 'Quokka-Co Stores'],
    ['BWS BRUNSWICK', 'BRUNSWICK', 'BWS'],
    ['AUNT MAY', undefined, 'Aunt May'],
    ['Route 66 Diner', undefined, 'Route 66 Diner'],
    ['STUDIO 54 BAR', undefined, 'Studio 54 Bar'],
    ['99 BIKES', undefined, '99 Bikes'],
    ['88003', undefined, '88003'],
    ['BONDI', 'BONDI', 'Bondi'],
    ['上海小吃', undefined, '上海小吃'],
    ['deVine Cellars', undefined, 'deVine Cellars'],
  ])('of %j in %j is %j', (raw, city, expected) => {
    expect(cleanMerchantName(raw, city)).toBe(expected);
  });

  it('is never empty', () => {
    for (const raw of ['*', '0417', ' PTY LTD', 'AU', 'X']) expect(cleanMerchantName(raw)).not.toBe('');
  });
});
