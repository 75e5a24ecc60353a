import { describe, expect, it } from 'vitest';
import { BILLING_COMPANIES, COLLECTORS, KNOWN_MERCHANTS } from './merchant-descriptors.domain.ts';
import { readMerchantName } from './merchant-name.domain.ts';

const nameOf = (raw: string, city?: string) => readMerchantName(raw, city).name;

describe('the name of an unknown merchant', () => {
  it.each([
    ['TINROOF NOODLES 0417 SURRY HILLS NSWAU', undefined, 'Tinroof Noodles'],
    ['Corner Cafe', undefined, 'Corner Cafe'],
    ['corner cafe', undefined, 'Corner Cafe'],
    ['MAGPIE COFFEE', undefined, 'Magpie Coffee'],
    ['MAGPIE COFFEE   FITZROY   VIC AU', 'FITZROY', 'Magpie Coffee'],
    ['MAGPIE COFFEE FITZROY', 'Fitzroy', 'Magpie Coffee'],
    ['KURRAJONG GROCERS 1182', undefined, 'Kurrajong Grocers'],
    ['REDBACK FUEL #2041 BRUNSWICK EAST VICAUS', undefined, 'Redback Fuel'],
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
    // The part before a star belongs to the name unless it is a known collector.
    ['GALAH *LUNCH', undefined, 'Galah Lunch'],
    ['NUMBAT* PETS', undefined, 'Numbat Pets'],
    // A repeated name is shown once.
    ['GOOGLE *GOOGLE ONE', undefined, 'Google One'],
    ['GOOGLE *GOOGLE', undefined, 'Google'],
    // Order and product codes, telephone numbers and web endings go.
    ['WOMBATBOX*1234ABCD', undefined, 'Wombatbox'],
    ['BANDICOOT * HM4XAB12', undefined, 'Bandicoot'],
    ['QUOLLTUNES P1A2B3C4D5', undefined, 'Quolltunes'],
    ['Potoroo.com 866-579-7172', undefined, 'Potoroo'],
    ['KOOKABURRA +61 2 9000 0001', undefined, 'Kookaburra'],
    ['WWW.BILBY.COM.AU', undefined, 'Bilby'],
    ['DUNNART.COM/BILL', undefined, 'Dunnart'],
    ['7-ELEVEN 2114', undefined, '7-Eleven'],
    ['PIE FACE 24/7', undefined, 'Pie Face 24/7'],
  ])('with the descriptor %j in %j is %j', (raw, city, expected) => {
    expect(readMerchantName(raw, city)).toEqual({ name: expected, collector: null });
  });

  it('is never empty', () => {
    for (const raw of ['*', '* *', '0417', ' PTY LTD', 'AU', 'X', '1234567890', 'SQ *', 'A*1234567'])
      expect(nameOf(raw)).not.toBe('');
  });
});

describe('a known merchant', () => {
  it.each([
    ['UBER *TRIP', 'Uber Trip'],
    ['UBER* EATS', 'Uber Eats'],
    ['UBER   *TRIP HELP.UBER.COM', 'Uber Trip'],
    ['AMZN MKTP AU*1A2B3C', 'Amazon Marketplace'],
    ['AMZN Mktp US*RT7Y21P43', 'Amazon Marketplace'],
    ['FACEBK *AB12CD34', 'Facebook'],
    ['DROPBOX*1234ABCD', 'Dropbox'],
    ['AIRBNB * HM4XAB12', 'Airbnb'],
    ['SPOTIFY P1A2B3C4D5', 'Spotify'],
    ['SPOTIFY P9Z8Y7X6W5', 'Spotify'],
    ['APPLE.COM/BILL', 'Apple'],
    ['APPLE.COM/BILL SYDNEY', 'Apple'],
    ['NETFLIX.COM', 'Netflix'],
    ['Netflix.com 866-579-7172', 'Netflix'],
    ['GOOGLE *ADS1234567890', 'Google Ads'],
    ['GOOGLE*GOOGLE STORAGE', 'Google One'],
    ['OPENAI *CHATGPT SUBSCR', 'ChatGPT'],
    ['MCDONALDS 950123 PARRAMATTA', "McDonald's"],
  ])('%j is %j', (raw, expected) => {
    expect(nameOf(raw)).toBe(expected);
  });

  it('does not match a longer word that begins like it', () => {
    expect(nameOf('TEMURA SUSHI')).toBe('Temura Sushi');
    expect(nameOf('UBER TRIPPY CLUB')).toBe('Uber Trippy Club');
  });

  it('is in the table once, in capitals, and its own beginning resolves to it', () => {
    expect(KNOWN_MERCHANTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(KNOWN_MERCHANTS.map(([beginning]) => beginning)).size).toBe(KNOWN_MERCHANTS.length);
    for (const [beginning, name] of KNOWN_MERCHANTS) {
      expect(beginning).toBe(beginning.toUpperCase());
      expect(nameOf(beginning)).toBe(name);
    }
  });
});

describe('a collector', () => {
  it.each([
    ['SQ *BLUE BOTTLE', 'Blue Bottle', 'Square'],
    ['SQ*GALAH CINEMA', 'Galah Cinema', 'Square'],
    ['PAYPAL *SOUTHERLY DESIGN', 'Southerly Design', 'PayPal'],
    ['PAYPAL *SPOTIFY', 'Spotify', 'PayPal'],
    ['SMP*SPOTIFY', 'Spotify', 'SumUp'],
    ['ZLR*HAPPY HOT POT', 'Happy Hot Pot', 'Zeller'],
    ['TST* OAKWOOD BREW', 'Oakwood Brew', 'Toast'],
    ['SP * GUMNUT BABY', 'Gumnut Baby', 'Shopify'],
    ['EZI*BANKSIA GYM', 'Banksia Gym', 'Ezidebit'],
    ['SQ *上海小吃', '上海小吃', 'Square'],
    ['PAYPAL *EBAY O*12-34567-89012', 'eBay', 'PayPal'],
  ])('is separated from the shop in %j', (raw, name, collector) => {
    expect(readMerchantName(raw)).toEqual({ name, collector });
  });

  it('has codes that no other collector and no company that bills itself has', () => {
    const codes = [...COLLECTORS, ...BILLING_COMPANIES].flatMap((one) => one.codes);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
