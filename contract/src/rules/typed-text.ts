import { withoutStrokes } from './latin-letters.ts';

/**
 * Text as someone types, pastes or sends it, in the form in which it is kept and compared. Forms, contract, server, desk
 * and files use these functions, and nothing else trims, folds or compares typed text. What the parts of this module
 * do is listed in docs/areas/typed-text.md, "One module folds typed text".
 */

/** Control characters and halves of surrogate pairs: PostgreSQL takes no NUL and no half, and a reader sees neither. */
const CONTROLS = /[\p{Cc}\p{Cs}]/gu;
/** Marks that turn the direction of writing. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Characters without width or ink, but the joiners. */
const INVISIBLE =
  /[\u00ad\u115f\u1160\u180e\u200b\u2028\u2029\u2060-\u2064\u206a-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/g;
/** U+200C and U+200D: Persian, Indian scripts and emoji are written with them. */
const JOINERS = /[\u200c\u200d]/g;
const EDGE = /[\s\u200c\u200d]/;
const LINE_BREAKS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;

/** Quotes, apostrophes, accents and primes that read as one `'`. */
const SINGLE_QUOTES = /[`´‘’‚‛′‵ʹʻʼʽʾʿˈˊˋ՚׳＇｀]/gu;
const DOUBLE_QUOTES = /[“”„‟″‶«»ʺ״〝〞＂]/gu;
/** Hyphens, dashes, minus signs and lines that read as one `-`. */
const DASHES = /[\p{Pd}\u00ad\u02d7\u2043\u2212\u2500\u2501\u30fc\u2796\uff70]/gu;
const DASHES_IN_TEXT = /[\p{Pd}\u2043\u2212]/gu;

/** Text without spaces and joiners at its edges. A pattern for its end would start again at each space within it. */
function withoutEdges(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && EDGE.test(text.charAt(from))) from += 1;
  while (to > from && EDGE.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function withoutUnseen(typed: string): string {
  return typed.replace(CONTROLS, '').replace(DIRECTIONS, '').replace(INVISIBLE, '').normalize('NFC');
}

/** One line, of which breaks and spaces of any kind are plain spaces. */
function inOneLine(typed: string): string {
  return withoutUnseen(typed.replace(LINE_BREAKS, ' ').replace(/\t/g, ' ')).replace(/\p{Zs}/gu, ' ');
}

/** A line of text: an address, a label, a username, a search. */
export function lineText(typed: string): string {
  return inOneLine(typed).replace(JOINERS, '').trim();
}

/** A name, of a person or of a thing: as it is written, in one line. */
export function nameText(typed: string): string {
  return withoutEdges(inOneLine(typed));
}

/** A message, with its lines. */
export function messageText(typed: string): string {
  const lines = typed.replace(LINE_BREAKS, '\n').split('\n');
  return withoutEdges(lines.map((line) => withoutUnseen(line.replace(/\t/g, ' '))).join('\n'));
}

/** Digits of other scripts as 0 to 9: a phone in Arabic, Persian or Hindi types its own. */
function withPlainDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Unicode has the ten digits of a script in a row.
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
    return String(before % 10);
  });
}

/** Characters of a number or code, without separators: spaces and dashes of any kind, and dots between digits. */
function ungrouped(text: string): string {
  return text
    .replace(/\s/g, '')
    .replace(DASHES, '')
    .replace(/(?<=\d)[.。](?=\d)/g, '');
}

/** Full-width characters and digits of other scripts in their plain form, without invisible characters. */
export function inPlainForm(typed: string): string {
  return withPlainDigits(inOneLine(typed).replace(JOINERS, '').normalize('NFKC'));
}

/** The same without outer spaces: a whole number, a day, an id. */
export function plainText(typed: string): string {
  return inPlainForm(typed).trim();
}

/** Whether a text has no visible character. */
export function isBlank(typed: string): boolean {
  return lineText(typed) === '';
}

/**
 * A number or code that is written in groups: of a card, an account of ours, a BSB, a tax file number, a reference, a
 * voucher, a PIN, a code. Letters and signs stay, so that the check of the field refuses them: `9.036E+15` is not a
 * card number.
 */
export function digitsText(typed: string): string {
  return /^\d*$/.test(typed) ? typed : ungrouped(inPlainForm(typed));
}

/**
 * The same for what is pasted into a form, without the words around it: `TFN: 123 456 782` is 123456782. Of several
 * numbers the only one of a length that fits is taken. If it is not clear which one is meant, the whole text stays.
 */
export function digitsInPaste(typed: string, lengths: readonly number[] = []): string {
  const whole = digitsText(typed);
  if (/^\d*$/.test(whole)) return whole;
  const separated = inPlainForm(typed).replace(DASHES, '-');
  const numbers = [...separated.matchAll(/\d(?:[\s.-]*\d)*/g)].map(([number]) => ungrouped(number));
  const fitting = lengths.length === 0 ? numbers : numbers.filter((number) => lengths.includes(number.length));
  return fitting.length === 1 && fitting[0] !== undefined ? fitting[0] : whole;
}

/** An account number of any bank: letters, spaces and hyphens are part of it. */
export function bankAccountText(typed: string): string {
  return inPlainForm(typed).replace(DASHES, '-').trim();
}

/**
 * An email address. The point key of a Chinese keyboard writes 。, and a phone writes ’. A domain in other letters is kept
 * as mail servers know it: `a@例子.公司` is a@xn--fsqu00a.xn--55qx5d.
 */
export function emailText(typed: string): string {
  const plain = plainSigns(inPlainForm(typed)).replace(/。/g, '.').trim();
  const [name, domain, ...more] = plain.split('@');
  if (domain === undefined || more.length > 0 || !OTHER_LETTERS.test(domain)) return plain;
  try {
    return `${name}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    // Not a domain: the check of the field refuses it.
    return plain;
  }
}

/** A domain with letters beyond ASCII, and without characters that would end it in a web address. */
const OTHER_LETTERS = /^(?=.*\P{ASCII})[A-Za-z\d.\P{ASCII}-]+$/u;

/** A password or another secret that is hashed. Nothing is dropped: a space at its end is part of it. */
export function secretText(typed: string): string {
  return typed.normalize('NFKC');
}

/** Letters without accents and strokes: `Zoë` is Zoe, `Łukasz` Lukasz, `Strauß` Strauss. */
export function withoutAccents(text: string): string {
  return withoutStrokes(text.normalize('NFKD').replace(/\p{M}/gu, '')).normalize('NFC');
}

/** Look-alike quotes and dashes as `'`, `"` and `-`. */
export function plainSigns(text: string): string {
  return text.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"').replace(DASHES_IN_TEXT, '-');
}

/** Without regard to case, in every script: `STRASSE` and `straße` are one. */
function caseFolded(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/** An answer to a question as it is compared: its letters and digits. Empty if it has none. */
export function answerText(typed: string): string {
  const letters = withoutAccents(plainSigns(inPlainForm(typed))).replace(/[^\p{L}\p{N}]/gu, '');
  return caseFolded(letters);
}

/** A name or another text as it is compared: case, width, look-alike signs and repeated spaces do not count. */
export function comparableText(typed: string): string {
  return caseFolded(plainSigns(inPlainForm(typed)).replace(/ +/g, ' ').trim());
}
