import { withoutStrokes } from './latin-letters.ts';
import { plainSigns } from './typed-text.ts';

/** Signs of texts that have a replacement in ASCII. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/["`]/g, "'"],
  [/[·•‧・∙]/g, '.'],
  [/[⁄∕]/g, '/'],
  [/×/g, 'x'],
];

/**
 * A text with its Latin letters and signs in ASCII: accents go, `ß` becomes `ss`, quotes of every kind `'`, dashes `-`,
 * every space a blank. Control and invisible characters go. Other characters stay.
 */
export function inPlainLatin(text: string): string {
  const typed = plainSigns(text.replace(/\s/gu, ' ').replace(/[\p{Cc}\p{Cf}]/gu, ''));
  // Fractions and full-width characters are split into separate characters.
  const parts = withoutStrokes(plainSigns(typed.normalize('NFKD')));
  const signs = SIGNS.reduce((left, [sign, plain]) => left.replace(sign, plain), parts);
  // Marks of other scripts are parts of their letters.
  return signs.replace(/([ -~])\p{M}+/gu, '$1').normalize('NFC');
}
