import { useEffect } from 'react';
import { useNavigate, useParams } from '../../router/public.ts';
import { paths } from '../../paths.ts';
import { openLetter } from './letter.ts';

/** The page that a letter's QR code opens: takes the reference out of the address, and goes on to card and code. */
export function LetterLinkScreen() {
  const { letter = '' } = useParams();
  const navigate = useNavigate();
  useEffect(() => {
    void openLetter(letter);
    void navigate(paths.cardActivate(), { replace: true });
  }, [letter, navigate]);
  return null;
}
