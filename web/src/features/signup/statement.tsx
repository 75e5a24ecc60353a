import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { useState } from 'react';
import { Link } from '../../router/public.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';

const AGREE = 'acceptedPDS';

type StatementProps = {
  /** The brand's own; without one the product information stands for it. */
  readonly text: string | null;
  readonly onBack: () => void;
  /** Sends the code. */
  readonly onAccept: () => Promise<void>;
};

/** The product disclosure statement, which has to be accepted before a login is made. */
export function Statement({ text, onBack, onAccept }: StatementProps) {
  const t = useTexts('signup');
  const validation = useTexts('validation');
  const language = useLanguage();
  const [isAccepted, setIsAccepted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const error = attempt > 0 && !isAccepted ? validation('signUpPds') : undefined;
  const accept = () => {
    if (!isAccepted) {
      setAttempt(attempt + 1);
      return;
    }
    setIsBusy(true);
    void onAccept();
  };
  return (
    <div className="sign-up">
      <JourneyPage
        title={t('statement.title')}
        lead={t('statement.lead')}
        steps={{ step: 2, of: 3 }}
        problems={error === undefined ? [] : [{ fieldId: AGREE, text: error }]}
        attempt={attempt}
      >
        {text === null ? (
          <p>
            {t('statement.none')}{' '}
            <Link to={paths.productInformation()} target="_blank" rel="noopener">
              {t('statement.open')}
            </Link>
          </p>
        ) : (
          <p className="sign-up__statement" lang="en-AU">
            {text}
          </p>
        )}
        {text !== null && language !== DEFAULT_LANGUAGE ? <p>{t('statement.language')}</p> : null}
        <div className="sign-up__ends">
          <Checkbox
            id={AGREE}
            label={t('statement.agree')}
            isChecked={isAccepted}
            onChange={setIsAccepted}
            error={error}
          />
          <Button wide busy={isBusy} onClick={accept}>
            {isBusy ? t('statement.busy') : t('statement.accept')}
          </Button>
          <Button wide tone="line" onClick={onBack}>
            {t('statement.back')}
          </Button>
        </div>
      </JourneyPage>
    </div>
  );
}
