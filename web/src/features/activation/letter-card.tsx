import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { closeLetter } from './letter.ts';

/** The card of the letter in the place of the field for its number. */
export function LetterCard({ card, label }: { readonly card: string | null; readonly label: string }) {
  const t = useTexts('activation');
  return (
    <div className="activation__letter">
      <div>
        <p className="activation__letter-label">{label}</p>
        {card === null ? <Skeleton width="12rem" height="1.5rem" /> : <p className="figures">{card}</p>}
        <p className="activation__small">{t('letter.from')}</p>
      </div>
      <Button tone="text" small onClick={closeLetter}>
        {t('letter.other')}
      </Button>
    </div>
  );
}
