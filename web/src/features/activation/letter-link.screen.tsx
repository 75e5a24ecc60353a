import { useEffect } from 'react';
import { useNavigate, useParams } from '../../router/public.ts';
import { paths } from '../../paths.ts';
import { openLetter } from './letter.ts';

/** Target of a letter's QR code: removes the reference from the address and continues to card and code. */
export function LetterLinkScreen() {
  const { letter = '' } = useParams();
  const navigate = useNavigate();
  useEffect(() => {
    void openLetter(letter);
    void navigate(paths.cardActivate(), { replace: true });
  }, [letter, navigate]);
  return null;
}
