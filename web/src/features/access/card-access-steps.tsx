import { useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../../ui/class-names.ts';

const STEPS = [1, 2, 3] as const;

/** How far somebody is on the way back to their card details. */
export function CardAccessSteps({ step }: { readonly step: (typeof STEPS)[number] }) {
  const t = useTexts('recovery');
  return (
    <div className="entry__steps">
      <p className="visually-hidden">{t('cardAccess.step', { step, of: STEPS.length })}</p>
      <div className="entry__bars" aria-hidden="true">
        {STEPS.map((each) => (
          <i key={each} className={classNames('entry__bar', each <= step && 'entry__bar--done')} />
        ))}
      </div>
    </div>
  );
}
