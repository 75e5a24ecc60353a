import { randomBytes } from 'node:crypto';
import { signItem } from '../../src/outside/gateway/adyen/signature.ts';
import { itemFault } from './description.ts';

/** The merchant account and the keys of the first vector (Adyen's libraries), and another key. */
export const MERCHANT = 'TestMerchant';
export const HMAC = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
export const HMAC_OTHER = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00';

/** A reference of Adyen: 16 letters and digits. */
export const pspReference = () => randomBytes(8).toString('hex').toUpperCase();

type Fields = {
  readonly eventCode: string;
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantAccountCode?: string;
  readonly merchantReference: string;
  readonly cents: bigint;
  readonly currency?: string;
  readonly success?: 'true' | 'false';
  readonly paymentMethod?: string;
  readonly reason?: string;
  readonly data?: Readonly<Record<string, string>>;
};

/** Item of a notice as Adyen writes and signs it. */
export function noticeItem(fields: Fields, key = HMAC) {
  const { eventCode, merchantReference, cents, currency = 'AUD', success = 'true', data = {} } = fields;
  const item = {
    amount: { currency, value: Number(cents) },
    eventCode,
    eventDate: '2026-11-20T12:00:00+11:00',
    merchantAccountCode: fields.merchantAccountCode ?? MERCHANT,
    merchantReference,
    ...(fields.originalReference !== undefined && { originalReference: fields.originalReference }),
    paymentMethod: fields.paymentMethod ?? 'visa',
    pspReference: fields.pspReference,
    reason: fields.reason ?? '',
    success,
  };
  const signed = { ...item, originalReference: fields.originalReference ?? '' };
  return { ...item, additionalData: { ...data, hmacSignature: signItem(Buffer.from(key, 'hex'), signed) } };
}

/** Bytes of a notice. Throws where Adyen's description has no such item. */
export function noticeBytes(...items: readonly ReturnType<typeof noticeItem>[]): Buffer {
  for (const item of items) {
    const fault = itemFault(item);
    if (fault !== undefined) throw new Error(`Adyen sends no such notice: ${fault}`);
  }
  const notificationItems = items.map((item) => ({ NotificationRequestItem: item }));
  return Buffer.from(JSON.stringify({ live: 'false', notificationItems }));
}
