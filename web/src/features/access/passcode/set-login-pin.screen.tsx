import '../entry-page.css';
import { useState } from 'react';
import { Link } from '../../../router/public.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useErrorTitle } from '../../../layout/page-title.ts';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../ui/pages/back-link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NewCodeFields } from '../../../ui/fields/new-code-fields.tsx';
import { DonePage } from '../done-page.part.tsx';
import { usePasscodeForm } from './use-passcode-form.ts';

/** Sets the passcode of this device, for who is signed in to an account. */
export function SetLoginPinScreen() {
  const t = useTexts('passcode');
  const [isSet, setIsSet] = useState(false);
  const form = usePasscodeForm(() => setIsSet(true));
  useErrorTitle(form.problems.length > 0);
  if (isSet) {
    return (
      <DonePage title={t('set.done')} picture={<Icon name="check" />}>
        <p className="entry__lead">{t('set.next')}</p>
        <div className="entry__actions">
          <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
            {t('set.home')}
          </Link>
          <Link className={buttonClass({ wide: true, tone: 'line' })} to={paths.signInMethods()}>
            {t('set.back')}
          </Link>
        </div>
      </DonePage>
    );
  }
  return (
    <div className="entry">
      <BackLink way={{ to: paths.signInMethods(), link: Link }} text={t('set.back')} />
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <h1>{t('set.title')}</h1>
      <p className="entry__lead">{t('set.lead')}</p>
      <form className="entry__form" noValidate onSubmit={form.onSubmit}>
        <NewCodeFields
          {...form.twice('pin', 'again')}
          label={t('set.passcode')}
          againLabel={t('set.again')}
          hint={t('hint')}
          matched={t('set.matched')}
        />
        <SubmitButton form={form} busy={t('set.busy')}>
          {t('set.submit')}
        </SubmitButton>
      </form>
    </div>
  );
}
