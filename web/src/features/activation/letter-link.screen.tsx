import { useMailedLink } from '../../mailed-link.ts';
import { paths } from '../../paths.ts';
import { openLetter } from './letter.ts';

/** Target of a letter's QR code, which goes on with the card and its code. */
export function LetterLinkScreen() {
  useMailedLink('letter', (reference) => void openLetter(reference), paths.cardActivate());
  return null;
}
