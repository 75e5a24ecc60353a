import { createHash } from 'node:crypto';
import { holdsCardNumber } from '@wattle/contract/rules/card-numbers.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { maskWords, nameText } from '../../platform/secrets/typed-card-numbers.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { canonicalJson } from '../../platform/text/canonical-json.ts';
import type { Ask, HttpAnswer, Ignored, Inbound, Keyed, Ping } from '../../outside/processors/port.ts';
import type { PurchaseMessage, UnknownWord } from '../../outside/processors/purchase-message.ts';
import type { Told } from '../../outside/processors/told.ts';

export type ToldEvent = Keyed & Told;

export const isAsk = (one: Inbound): one is Ask => 'do' in one;
export const isTold = (one: Inbound): one is ToldEvent => 'did' in one;
export const isIgnored = (one: Inbound): one is Ignored => 'ignored' in one;
export const isPing = (one: Inbound): one is Ping => 'ping' in one;

/** Kind of a message, as its event is stored. */
export function kindOf(one: Inbound): string {
  if (isAsk(one)) return one.do;
  if (isTold(one)) return one.did;
  return isPing(one) ? 'ping' : 'ignored';
}

export function messageOf(one: Inbound): PurchaseMessage | undefined {
  return 'message' in one ? one.message : undefined;
}

/** Cents that a message names. */
export function amountOf(one: Inbound): number | undefined {
  const message = messageOf(one);
  if (message) return message.amount;
  if ('left' in one) return one.left;
  return 'amount' in one ? one.amount : undefined;
}

/**
 * SHA-256 of what was read. PIN and CVV2 are left out, because even a hash of them must not be kept, and its time and
 * place, which may be those of the attempt. Of a told event only what moves money counts: a processor may know more of
 * the shop when it tells it again.
 */
export function contentHash(secrets: Pick<Secrets, 'identifierHash'>, one: Inbound): Buffer {
  const message = messageOf(one);
  const { pin: _pin, cvv2: _cvv2, card, ...kept } = message ?? ({} as Partial<PurchaseMessage>);
  const { reference, original, amount } = kept;
  const number = card && 'number' in card ? secrets.identifierHash('network card', card.number).toString('hex') : card;
  // The result of an ask comes again with what is held by then. The first one counts.
  const isResult = isTold(one) && one.did === 'decided';
  const counted = isTold(one) ? { reference, original, ...(!isResult && { amount }) } : kept;
  const same = { ...one, at: undefined, after: undefined };
  const content = canonicalJson({ ...same, ...(message && { message: { ...counted, card: number } }) });
  return createHash('sha256').update(content).digest();
}

const MOST_OF_KEY = 400;
const WORD_MOST = 60;

/** Key or id of a processor as it is stored: one that looks like a card number, or is too long, as its hash. */
export function keptId(secrets: Pick<Secrets, 'typedHash'>, id: string): string {
  return Buffer.byteLength(id) > MOST_OF_KEY ? `#${secrets.typedHash(id)}` : nameText(secrets, id);
}

/** Answer as it is kept. One that contains a card number is kept as the parts of its body around key and id. */
export type KeptAnswer = Omit<HttpAnswer, 'body'> & { readonly body: string | readonly (readonly string[])[] };

type Named = Pick<Ask, 'key' | 'of'>;

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

export function keptAnswer({ key, of }: Named, answer: HttpAnswer): KeptAnswer {
  if (!holdsCardNumber(answer.body)) return answer;
  return { ...answer, body: answer.body.split(inJson(key)).map((part) => part.split(inJson(of))) };
}

/** The answer byte for byte: a repeat has the key and id of the first. */
export function answerAgain({ key, of }: Named, { body, ...same }: KeptAnswer): HttpAnswer {
  if (typeof body === 'string') return { ...same, body };
  return { ...same, body: body.map((parts) => parts.join(inJson(of))).join(inJson(key)) };
}

/** Words of a processor that are kept in clear: without card numbers and not too long. */
export function keptWords(words: string, most: number): string {
  return [...maskWords(lineText(words))].slice(0, most).join('');
}

/** Words without a meaning here, as they are kept. The kind of a message that is not known is one. */
export function keptUnknown(one: Inbound): readonly UnknownWord[] {
  const unknown = isIgnored(one) ? [{ field: 'event', word: one.word }] : (messageOf(one)?.unknown ?? []);
  return unknown.map(({ field, word }) => ({ field: keptWords(field, WORD_MOST), word: keptWords(word, WORD_MOST) }));
}

/** The message with the words of its shop as they may be kept and shown. */
export function withoutNumbers<M extends Inbound>(one: M): M {
  const message = messageOf(one);
  if (!message) return one;
  const { merchant } = message;
  const masked = {
    ...merchant,
    ...(merchant.name !== undefined && { name: maskWords(merchant.name) }),
    ...(merchant.city !== undefined && { city: maskWords(merchant.city) }),
    ...(merchant.acceptorId !== undefined && { acceptorId: maskWords(merchant.acceptorId) }),
  };
  return { ...one, message: { ...message, merchant: masked } };
}
