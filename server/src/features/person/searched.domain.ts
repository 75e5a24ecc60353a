import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { emailText } from '@wattle/contract/rules/typed-text.ts';

/** One way in which a text may name a person, a card, an account or a purchase. */
export type Searched =
  | { readonly by: 'id'; readonly kind: 'holder' | 'card' | 'web'; readonly id: bigint }
  | {
      readonly by:
        | 'email'
        | 'mobile'
        | 'account'
        | 'cardId'
        | 'lastFour'
        | 'receipt'
        | 'order'
        | 'payee'
        | 'processorId'
        | 'gatewayId';
      readonly text: string;
    }
  | { readonly by: 'name'; readonly words: readonly [string, string?] }
  | { readonly by: 'purchase'; readonly merchant: string; readonly cents: bigint };

/** Readings of what a caller says, the likeliest first. A text of only digits is never a name. */
export function waysToRead(text: string): readonly Searched[] {
  const [, kind, id] = /^(holder|card|web):([1-9]\d{0,17})$/i.exec(text) ?? [];
  if (kind !== undefined && id !== undefined) {
    return [{ by: 'id', kind: kind.toLowerCase() as 'holder' | 'card' | 'web', id: BigInt(id) }];
  }
  if (text.includes('@')) return [{ by: 'email', text: emailText(text).toLowerCase() }];
  const digits = text.replaceAll(/[\s().-]/g, '');
  if (/^\+?\d+$/.test(digits)) return waysOfDigits(digits);
  // As it is copied from a page or a message, with its label: `Receipt number: 26330000017`.
  const [, labelled] = /^\p{L}\D*(\d{11,})$/u.exec(text.replaceAll(/(?<=\d)[ -](?=\d)/g, '')) ?? [];
  if (labelled !== undefined) return waysOfDigits(labelled);
  return [...processorIdIn(text), ...gatewayIdIn(text), ...purchaseIn(text), ...nameIn(text)];
}

function waysOfDigits(digits: string): readonly Searched[] {
  if (digits.startsWith('+')) return [{ by: 'mobile', text: digits }];
  switch (digits.length) {
    case 4:
      return [{ by: 'lastFour', text: digits }];
    case 9:
      return [
        { by: 'account', text: digits },
        { by: 'mobile', text: `0${digits}` },
      ];
    case 11:
      return [
        { by: 'cardId', text: digits },
        { by: 'mobile', text: digits },
        { by: 'receipt', text: digits },
      ];
    default:
  }
  if (digits.length >= 12) {
    return [
      { by: 'receipt', text: digits },
      { by: 'order', text: digits },
    ];
  }
  return digits.length >= 6 ? [{ by: 'mobile', text: digits }] : [];
}

/** A processor's id of a purchase, or our reference of it: `iauth_1MvS`, `5b0c7a52-0000-4000-8000-000000000001`. */
function processorIdIn(text: string): readonly Searched[] {
  return /^(?=.*\d)(?=.*[_-])[\w-]{8,255}$/.test(text) ? [{ by: 'processorId', text }] : [];
}

/** A payment gateway's id of a payment, charge or dispute: `dp_1QyB7Z`, `ch.1.5b0c7a52`, `QFQTPCQ8HXSKGK82`. */
function gatewayIdIn(text: string): readonly Searched[] {
  return /^(?=.*\d)(?=.*\p{L})[\w.:-]{8,255}$/u.test(text) ? [{ by: 'gatewayId', text }] : [];
}

/** A merchant and an amount, in either order: `northside travel 2,900` or `$12.34 corner cafe`. */
function purchaseIn(text: string): readonly Searched[] {
  const [, merchant, after] = /^(.*\p{L}.*?)\s+(\$?\d[\d,]*(?:\.\d\d)?)$/u.exec(text) ?? [];
  const [, before, then] = /^(\$?\d[\d,]*(?:\.\d\d)?)\s+(.*\p{L}.*)$/u.exec(text) ?? [];
  const cents = amountInCents(after ?? before ?? '');
  const name = (merchant ?? then ?? '').toLowerCase();
  return cents === null || cents === 0 || name.length < 2
    ? []
    : [{ by: 'purchase', merchant: name, cents: BigInt(cents) }];
}

function nameIn(text: string): readonly Searched[] {
  const [one, ...others] = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (one === undefined || text.length < 2) return [];
  const last = others.at(-1);
  return [
    { by: 'name', words: last === undefined ? [one] : [one, last] },
    { by: 'payee', text: [one, ...others].join(' ') },
  ];
}
