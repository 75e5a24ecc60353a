import { type ShopAmount, shopAmount } from '@wattle/contract/network/message.ts';
import { UnreadableDelivery } from './port.ts';
import type { MessageMerchant, UnknownWord } from './purchase-message.ts';
import { exponentOf } from './currencies.ts';

/** Longest word of a processor that is kept. */
const WORD_MOST = 60;
/** Places of a computed conversion rate. */
const RATE_PLACES = 10n;

/** Parses the body of a verified delivery. */
export function parseBody(rawBody: Uint8Array): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(rawBody).toString('utf8'));
  } catch {
    throw new UnreadableDelivery('no JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new UnreadableDelivery('no object');
  return parsed as Record<string, unknown>;
}

/** Translates words of a processor, and collects those that no table has. */
export type Words = {
  /** Meaning of a word. Undefined: there was none, or an unknown one, which is noted. */
  of<T>(field: string, word: string | null | undefined, table: Readonly<Record<string, T>>): T | undefined;
  /** Unknown words that were noted; undefined: none. */
  unknown(): readonly UnknownWord[] | undefined;
};

export function openWords(): Words {
  const noted: UnknownWord[] = [];
  return {
    of(field, word, table) {
      if (word === null || word === undefined || word === '') return undefined;
      if (Object.hasOwn(table, word)) return table[word];
      if (!noted.some((each) => each.field === field)) noted.push({ field, word: word.slice(0, WORD_MOST) });
      return undefined;
    },
    unknown: () => (noted.length > 0 ? noted : undefined),
  };
}

type SentMerchant = {
  readonly name?: string | null | undefined;
  readonly city?: string | null | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | null | undefined;
  readonly acceptorId?: string | null | undefined;
  readonly mcc?: string | null | undefined;
};

/** A shop, of whatever the processor has sent of it. Nothing that is missing or odd stops a message. */
export function merchantOf({ name, city, country, acceptorId, mcc }: SentMerchant): MessageMerchant {
  const id = acceptorId?.trim().slice(0, 15).trimEnd();
  return {
    name: trimmed(name, 80) ?? trimmed(acceptorId, 80),
    city: trimmed(city, 40),
    country: country && /^[A-Z]{2}$/.test(country) ? country : undefined,
    acceptorId: id && /^[\x20-\x7e]+$/.test(id) ? id : undefined,
    mcc: mcc && /^\d{4}$/.test(mcc) ? mcc : '0000',
  };
}

function trimmed(text: string | null | undefined, most: number): string | undefined {
  return text?.trim().slice(0, most).trim() || undefined;
}

type Conversion = {
  readonly billed: { readonly amount: number; readonly currency: string };
  readonly shop: { readonly amount: number; readonly currency: string };
  /** As it was sent, for one unit of the shop's currency. */
  readonly rate?: string | null | undefined;
};

/** Amount in the shop's currency, where that is another one. Without a rate it is computed from the two amounts. */
export function shopAmountOf({ billed, shop, rate }: Conversion): ShopAmount | undefined {
  if (billed.currency === shop.currency || billed.amount === 0 || shop.amount === 0) return undefined;
  const exponent = exponentOf(shop.currency);
  const [from, to] = [Math.abs(billed.amount), Math.abs(shop.amount)];
  const sent = { amount: to, currency: shop.currency, exponent };
  const read = shopAmount.safeParse({ ...sent, rate: plainRate(rate) ?? computedRate(from, to, exponent) });
  return read.success ? read.data : undefined;
}

/** A rate as it was sent, without the zeros that pad it: the message takes 10 places. */
function plainRate(rate: string | null | undefined): string | undefined {
  const plain = rate?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return plain && /^(?=.*[1-9])\d{1,7}(\.\d{1,10})?$/.test(plain) ? plain : undefined;
}

/** Cents of the billing currency for one unit of the shop's, rounded half up to 10 places. */
function computedRate(billedCents: number, shopUnits: number, exponent: number): string {
  const over = BigInt(shopUnits) * 100n;
  const scaled = (BigInt(billedCents) * 10n ** (BigInt(exponent) + RATE_PLACES) * 2n + over) / (over * 2n);
  const digits = scaled.toString().padStart(Number(RATE_PLACES) + 1, '0');
  const places = digits.slice(-Number(RATE_PLACES)).replace(/0+$/, '');
  const whole = digits.slice(0, -Number(RATE_PLACES));
  return places === '' ? whole : `${whole}.${places}`;
}

/** ISO 8601 of Unix seconds. */
export function instantOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Currency of a message where the connection bills in another one, to be refused. */
export function otherCurrency(sent: string, connection: { readonly currency: string }): string | undefined {
  return sent.toUpperCase() === connection.currency ? undefined : sent.toUpperCase();
}
