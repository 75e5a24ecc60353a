/** Words that would run, break a layout or read as something else where a page is careless with them. */

/** Leaves a mark in the document wherever it runs. */
const MARK = 'document.documentElement.dataset.ran=1';

/** As terminals send names of merchants: nothing but their length is checked before they are stored. */
export const HOSTILE_MERCHANTS: readonly string[] = [
  `<img src=x onerror=${MARK}>`,
  `"><script>${MARK}</script>`,
  '=HYPERLINK("https://evil.example","Refund")',
  '\u202Etegral\u202C \u2066Market',
  'Ze\u200Bro\u200DWidth\uFEFF',
  'M'.repeat(80),
  'متجر الزهور',
  '🦊'.repeat(20),
];

/** A message of a cardholder, of which one word has 300 characters. */
export const HOSTILE_MESSAGE = `<svg onload=${MARK}> {{7*7}} ${'Unbroken'.repeat(38)} \u202Eesrever\u202C 🦊 مرحبا`;

/** A file of a cardholder, as their phone calls it. */
export const HOSTILE_FILE = `${'receipt'.repeat(8)}"><img src=x onerror=${MARK}>.pdf`;

/** Name of a payee, in the characters that a payment to another bank may have. */
export const HOSTILE_PAYEE = "=1+1 @SUM(A1) 'x'--;";

/** Person of a script that is written from the right, whose surname has no place to break. */
export const HOSTILE_NAME: readonly [string, string] = ['محمد', 'W'.repeat(50)];

export const HOSTILE_DEVICE = `Mozilla/5.0 <script>${MARK}</script> ${'Device'.repeat(30)}`;
