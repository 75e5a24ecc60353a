import { describe, expect, it } from 'vitest';
import {
  HMAC,
  HMAC_OTHER,
  MERCHANT,
  noticeBytes,
  noticeItem,
  pspReference,
} from '../../../../test-support/adyen/notices.ts';
import { CARD_DATA } from '../../../../test-support/adyen/server.ts';
import type { PayerCard } from '../port.ts';
import { readAdyenNotices } from './notices.ts';
import { fromAdyenReference, toAdyenReference } from './refund-reference.ts';
import { isSignedItem, signItem } from './signature.ts';

const key = (hex: string) => Buffer.from(hex, 'hex');
const read = (bytes: Uint8Array, keys = [HMAC]) =>
  readAdyenNotices({ merchantAccount: MERCHANT, hmacKeys: keys.map(key) }, bytes);

const REFERENCE = '1.0b8c1f0e-7a1e-4c55-9f0e-5f5e0d3c2b1a';
type Fields = Parameters<typeof noticeItem>[0];
const authorised = (given: Partial<Fields> = {}) =>
  noticeItem({
    eventCode: 'AUTHORISATION',
    pspReference: 'QFQTPCQ8HXSKGK82',
    merchantReference: REFERENCE,
    cents: 50_00n,
    data: CARD_DATA,
    ...given,
  });
const CARD = { fingerprint: 'H167852639363479', ending: '1111', funding: 'credit', country: 'AU', brand: 'visa' };

describe('the signature of an item', () => {
  // Vectors of Adyen's own libraries.
  const published = {
    pspReference: '7914073381342284',
    originalReference: '',
    merchantAccountCode: 'TestMerchant',
    merchantReference: 'TestPayment-1407325143704',
    amount: { value: 1130, currency: 'EUR' },
    eventCode: 'AUTHORISATION',
    success: 'true',
  } as const;
  const report = {
    pspReference: 'pspReference',
    originalReference: 'originalReference',
    merchantAccountCode: 'merchantAccount',
    merchantReference: 'reference',
    amount: { value: 1000, currency: 'EUR' },
    eventCode: 'REPORT_AVAILABLE',
    success: 'true',
  } as const;

  it('is that of the published vectors', () => {
    expect(signItem(key(HMAC), published)).toBe('coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=');
    expect(signItem(key(HMAC_OTHER), report)).toBe('ZNBPtI+oDyyRrLyD1XirkKnQgIAlFc07Vj27TeHsDRE=');
  });

  it('is good by either key while one replaces the other, and no text else is', () => {
    const good = 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=';
    expect(isSignedItem([key(HMAC_OTHER), key(HMAC)], published, good)).toBe(true);
    expect(isSignedItem([key(HMAC_OTHER)], published, good)).toBe(false);
    expect(isSignedItem([], published, good)).toBe(false);
    for (const bad of [undefined, '', 7, good.slice(1), `${good}=`, `d${good.slice(1)}`, good.toLowerCase()]) {
      expect([bad, isSignedItem([key(HMAC)], published, bad)]).toEqual([bad, false]);
    }
  });
});

describe('a notice', () => {
  it('of a charge is believed, and names it by event, subject and outcome', () => {
    expect(read(noticeBytes(authorised()))).toEqual([
      {
        id: 'AUTHORISATION.QFQTPCQ8HXSKGK82.true',
        about: { reference: REFERENCE, chargeId: 'QFQTPCQ8HXSKGK82' },
        what: {
          kind: 'said',
          word: { kind: 'paid', charges: [{ id: 'QFQTPCQ8HXSKGK82', amount: 50_00n, currency: 'AUD', card: CARD }] },
        },
      },
    ]);
  });

  it('of a refused attempt is a decline, which ends nothing', () => {
    expect(read(noticeBytes(authorised({ success: 'false', reason: 'Refused' })))).toEqual([
      {
        id: 'AUTHORISATION.QFQTPCQ8HXSKGK82.false',
        about: { reference: REFERENCE },
        what: { kind: 'declined', decline: { id: 'QFQTPCQ8HXSKGK82', card: CARD } },
      },
    ]);
  });

  it('of a card check without an amount is nothing for us', () => {
    expect(read(noticeBytes(authorised({ cents: 0n })))).toEqual([]);
  });

  it.each([
    ['REQUEST_FOR_INFORMATION', 'disputeOpened'],
    ['NOTIFICATION_OF_CHARGEBACK', 'disputeOpened'],
    ['CHARGEBACK', 'disputed'],
    ['SECOND_CHARGEBACK', 'disputed'],
    ['CHARGEBACK_REVERSED', 'disputeWon'],
    ['CAPTURE_FAILED', 'disputed'],
  ] as const)('%s is %s, about its charge and its payment', (eventCode, kind) => {
    const item = authorised({ eventCode, pspReference: 'DISPUTE1', originalReference: 'QFQTPCQ8HXSKGK82', data: {} });
    expect(read(noticeBytes(item))).toEqual([
      {
        id: `${eventCode}.DISPUTE1.true`,
        about: { reference: REFERENCE, chargeId: 'QFQTPCQ8HXSKGK82' },
        what: { kind, disputeId: 'DISPUTE1', amount: 50_00n },
      },
    ]);
    const failed = authorised({ eventCode, pspReference: 'DISPUTE1', success: 'false', data: {} });
    expect(read(noticeBytes(failed))).toEqual([]);
  });

  it('of a dispute may name the payment alone', () => {
    const item = authorised({ eventCode: 'CHARGEBACK_REVERSED', pspReference: 'DISPUTE1', data: {} });
    expect(read(noticeBytes(item))?.[0]?.about).toEqual({ reference: REFERENCE, chargeId: undefined });
  });

  it('of fraud tells the reason of the scheme', () => {
    const fraud = (data: Record<string, string>) =>
      read(noticeBytes(authorised({ eventCode: 'NOTIFICATION_OF_FRAUD', pspReference: 'FRAUD1', data })))?.[0]?.what;
    const warned = (word: string) => ({ kind: 'fraudWarned', warningId: 'FRAUD1', word });
    expect(fraud({ nofReasonCode: '6', nofSchemeCode: 'visa' })).toEqual(warned('visa 6'));
    expect(fraud({})).toEqual(warned('fraud'));
    expect(fraud({ nofReasonCode: '<script>' })).toEqual(warned('fraud'));
  });

  it('of a settlement details report names it, and another report is nothing for us', () => {
    const reason = 'https://ca-test.adyen.com/reports/download/x.csv';
    const readOf = (name: string) => {
      const report = { eventCode: 'REPORT_AVAILABLE', pspReference: name, reason, merchantReference: '', data: {} };
      return read(noticeBytes(authorised(report)))?.map(({ about, what }) => ({ about, what }));
    };
    const name = 'settlement_detail_report_batch_4.csv';
    expect(readOf(name)).toEqual([{ about: {}, what: { kind: 'reportReady', name } }]);
    expect(readOf('payments_accounting_report_2026_11_20.csv')).toEqual([]);
  });

  it('is not believed when any signed field is another, or its signature is missing', () => {
    const item = authorised();
    const changes: object[] = [
      { pspReference: 'QFQTPCQ8HXSKGK83' },
      { originalReference: 'X' },
      { merchantAccountCode: 'Another' },
      { merchantReference: `${REFERENCE}0` },
      { amount: { value: 5001, currency: 'AUD' } },
      { amount: { value: 5000, currency: 'EUR' } },
      { eventCode: 'REFUND' },
      { success: 'false' },
      { additionalData: CARD_DATA },
      { additionalData: null },
      { additionalData: { ...CARD_DATA, hmacSignature: [item.additionalData.hmacSignature] } },
    ];
    const bytes = (changed: object) =>
      Buffer.from(JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: changed }] }));
    expect(read(bytes(item))).toHaveLength(1);
    for (const change of changes) expect([change, read(bytes({ ...item, ...change }))]).toEqual([change, undefined]);
  });

  it('signed by the key of another programme or about another merchant account is not ours', () => {
    const given = { eventCode: 'AUTHORISATION', pspReference: pspReference(), merchantReference: REFERENCE, cents: 1n };
    expect(read(noticeBytes(noticeItem(given, HMAC_OTHER)))).toBe(undefined);
    expect(read(noticeBytes(noticeItem({ ...given, merchantAccountCode: 'Another' })))).toBe(undefined);
    expect(read(noticeBytes(noticeItem(given, HMAC_OTHER)), [HMAC, HMAC_OTHER])).toHaveLength(1);
  });

  it('with one bad item among good ones is not believed at all', () => {
    const [good, bad] = [authorised(), noticeItem({ ...authorised(), cents: 1n, pspReference: 'X' }, HMAC_OTHER)];
    expect(read(noticeBytes(good, authorised({ pspReference: 'Y' })))).toHaveLength(2);
    expect(read(noticeBytes(good, bad))).toBe(undefined);
  });

  it('whose fields have colons, which would let them shift, is not believed', () => {
    const refund = { eventCode: 'REFUND', data: {} };
    // Both are signed as `…:a:b:TestMerchant:…`.
    expect(read(noticeBytes(authorised({ ...refund, originalReference: 'a:b' })))).toBe(undefined);
    expect(read(noticeBytes(authorised({ ...refund, pspReference: 'a', originalReference: 'b' })))).toHaveLength(1);
    expect(read(noticeBytes(authorised({ merchantReference: '1:x' })))).toBe(undefined);
  });

  it.each(['', 'null', '[]', '{}', '{"notificationItems":[]}', '{"notificationItems":[{}]}', '<html>', '\u0000'])(
    'of %j is none',
    (text) => {
      expect(read(Buffer.from(text))).toBe(undefined);
    },
  );

  it('that comes again, at any time and with other unsigned fields, has the same name', () => {
    const [first] = read(noticeBytes(authorised())) ?? [];
    const [again] = read(noticeBytes({ ...authorised(), eventDate: '2031-01-01T00:00:00+11:00', reason: 'x' })) ?? [];
    expect(again).toEqual(first);
    const [other] = read(noticeBytes(authorised({ data: { ...CARD_DATA, cardSummary: '9999' } }))) ?? [];
    expect(other?.id).toBe(first?.id);
  });
});

describe('the card of a charge', () => {
  const cardOf = (given: Partial<Fields>): PayerCard | undefined => {
    const [notice] = read(noticeBytes(authorised(given))) ?? [];
    if (notice?.what.kind !== 'said' || notice.what.word.kind !== 'paid') return undefined;
    return notice.what.word.charges[0]?.card;
  };

  it.each([
    ['CHARGE', 'credit'],
    ['CREDIT', 'credit'],
    ['DEBIT', 'debit'],
    ['PREPAID', 'prepaid'],
    ['PREPAID_RELOADABLE', 'prepaid'],
    ['PREPAID_NONRELOADABLE', 'prepaid'],
    ['SOMETHING_NEW', 'unknown'],
  ] as const)('funded by %s is %s', (fundingSource, funding) => {
    expect(cardOf({ data: { ...CARD_DATA, fundingSource } })?.funding).toBe(funding);
  });

  it.each([
    ['visa', 'visa', undefined],
    ['mc', 'mastercard', undefined],
    ['amex', 'amex', undefined],
    ['eftpos_australia', 'eftpos', undefined],
    ['jcb', 'other', undefined],
    ['visa_applepay', 'visa', 'applePay'],
    ['mc_googlepay', 'mastercard', 'googlePay'],
    ['eftpos_australia_applepay', 'eftpos', 'applePay'],
  ] as const)('paid by %s is of %s, in the wallet %s', (paymentMethod, brand, wallet) => {
    expect(cardOf({ paymentMethod })).toMatchObject({ brand, wallet });
  });

  it('in a wallet ends as the card does, not as its device number', () => {
    const data = { ...CARD_DATA, cardSummary: '7777', untokenisedCardSummary: '1111' };
    expect(cardOf({ paymentMethod: 'visa_applepay', data })?.ending).toBe('1111');
  });

  it('is booked where Adyen tells little of it', () => {
    expect(cardOf({ data: {} })).toEqual({ fingerprint: 'QFQTPCQ8HXSKGK82', ending: '0000', brand: 'visa' });
    const { alias: _, ...rest } = CARD_DATA;
    expect(cardOf({ data: rest })).toMatchObject({ fingerprint: 'visa.1111.2030-03', ending: '1111' });
    const wrong = { cardSummary: '11', expiryDate: '13/2030', cardIssuingCountry: 'Australia', alias: 'a b' };
    expect(cardOf({ data: wrong })).toEqual({ fingerprint: 'QFQTPCQ8HXSKGK82', ending: '0000', brand: 'visa' });
  });

  it('is saved by its owner, its id and its last month, by the new names and the old ones', () => {
    const token = { token: 'p_abc:M5N7TQ4TG5PFWR50', expires: '2030-03' };
    const named = {
      'tokenization.shopperReference': 'p_abc',
      'tokenization.storedPaymentMethodId': 'M5N7TQ4TG5PFWR50',
    };
    const old = { 'recurring.shopperReference': 'p_abc', 'recurring.recurringDetailReference': 'M5N7TQ4TG5PFWR50' };
    expect(cardOf({ data: { ...CARD_DATA, ...named } })?.saved).toEqual(token);
    expect(cardOf({ data: { ...CARD_DATA, ...old } })?.saved).toEqual(token);
    expect(cardOf({ data: { ...CARD_DATA, 'recurring.shopperReference': 'p_abc' } })?.saved).toBe(undefined);
  });
});

describe('the reference of a refund', () => {
  it('fits at Adyen in 80 characters without a colon, and is ours again afterwards', () => {
    const id = '0b8c1f0e-7a1e-4c55-9f0e-5f5e0d3c2b1a';
    for (const reference of [
      `1.unsettled.QFQTPCQ8HXSKGK82.1`,
      `1.store-item:${id}.1`,
      `12345.store-item:${id}:${id}.back.99`,
      `1.~u:~t~c.2`,
    ]) {
      const written = toAdyenReference(reference) ?? '';
      expect(written).toMatch(/^[^:]{1,80}$/);
      expect(fromAdyenReference(written)).toBe(reference);
    }
    expect(toAdyenReference(`1.${'x'.repeat(78)}`)).toHaveLength(80);
    expect(toAdyenReference(`1.${'x'.repeat(79)}`)).toBe(undefined);
  });
});
