import { emailText } from './typed-text.ts';

/**
 * An email address: word characters, hyphen and apostrophe, with single dots between them, then @, then a domain-like
 * part. A plus sign is taken besides, because people have such addresses (docs/areas/typed-text.md, "Email addresses
 * follow one rule, with a plus sign"). Servers refuse a dot at an edge, and two in a row.
 */
export const EMAIL_ADDRESS =
  /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?\.)+[A-Za-z][A-Za-z\d-]*[A-Za-z\d]$/;

/** An email address as people read it: its domain in its own letters. */
export function readableEmail(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  if (!/(?:^|\.)xn--/i.test(address.slice(at))) return address;
  const readable = address.slice(0, at) + address.slice(at).split('.').map(readableLabel).join('.');
  return emailText(readable) === address.toLowerCase() ? readable : address;
}

const ENCODED = /^xn--(?:([a-z\d-]*)-)?([a-z\d]+)$/i;
const BASE = 36;
const LEAST = 1;
const MOST = 26;

/** A label of Punycode (RFC 3492, 6.2) in its letters. Any other text is returned unchanged. */
function readableLabel(label: string): string {
  const [, plain = '', digits] = ENCODED.exec(label) ?? [];
  if (digits === undefined) return label;
  const letters = [...plain].map((letter) => letter.codePointAt(0) ?? 0);
  let code = 128;
  let place = 0;
  let bias = 72;
  let at = 0;
  while (at < digits.length) {
    const before = place;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const value = Number.parseInt(digits[at] ?? '', BASE);
      // `a` to `z` are 0 to 25 and digits follow; parseInt has them the other way round.
      const digit = value < 10 ? value + MOST : value - 10;
      at += 1;
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, LEAST), MOST);
      if (Number.isNaN(digit) || place > 0x10_ffff * 64) return label;
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = letters.length + 1;
    bias = adapted(place - before, count, before === 0);
    code += Math.floor(place / count);
    place %= count;
    if (code > 0x10_ffff) return label;
    letters.splice(place, 0, code);
    place += 1;
  }
  return String.fromCodePoint(...letters);
}

/** The bias for the next letter (RFC 3492, 6.1). */
function adapted(step: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(step / (isFirst ? 700 : 2));
  delta += Math.floor(delta / count);
  let k = 0;
  while (delta > ((BASE - LEAST) * MOST) / 2) {
    delta = Math.floor(delta / (BASE - LEAST));
    k += BASE;
  }
  return k + Math.floor((BASE * delta) / (delta + 38));
}
