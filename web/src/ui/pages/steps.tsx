import './page-parts.css';
import { useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../class-names.ts';

type StepsProps = { readonly step: number; readonly of: number };

/** Progress of a journey, in words and as bars. */
export function Steps({ step, of }: StepsProps) {
  const t = useTexts('ui');
  return (
    <div className="steps">
      <p className="steps__words">{t('step', { step, of })}</p>
      <div className="steps__bars" aria-hidden="true">
        {Array.from({ length: of }, (_, place) => place + 1).map((place) => (
          <i key={place} className={classNames('steps__bar', place <= step && 'steps__bar--done')} />
        ))}
      </div>
    </div>
  );
}
