import { createHmac, timingSafeEqual } from 'node:crypto';

/** Fields of an item of a notice that Adyen signs. Nothing else of it is proved, and no time is in it. */
export type SignedItem = {
  readonly pspReference: string;
  readonly originalReference: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: { readonly value: number; readonly currency: string };
  readonly eventCode: string;
  readonly success: 'true' | 'false';
};

/** `additionalData.hmacSignature` of an item: base64 of HMAC-SHA-256 over its fields, joined by colons as they are. */
export function signItem(key: Uint8Array, item: SignedItem): string {
  return digest(key, item).toString('base64');
}

/** Whether the holder of one of the keys signed the item. Two keys are good while one replaces the other. */
export function isSignedItem(keys: readonly Uint8Array[], item: SignedItem, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[A-Za-z0-9+/]{43}=$/.test(signature)) return false;
  const given = Buffer.from(signature, 'base64');
  // All are compared, so that timing does not reveal which one is valid.
  return keys.filter((key) => timingSafeEqual(given, digest(key, item))).length > 0;
}

function digest(key: Uint8Array, item: SignedItem): Buffer {
  const { pspReference, originalReference, merchantAccountCode, merchantReference, amount, eventCode, success } = item;
  const fields = [pspReference, originalReference, merchantAccountCode, merchantReference];
  const text = [...fields, amount.value, amount.currency, eventCode, success].join(':');
  return createHmac('sha256', key).update(text).digest();
}
