import { Link, Navigate, useLocation } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DonePage } from '../access/done-page.part.tsx';

/** The end of a reset by backup token. */
export function BackupResetSuccessScreen() {
  const t = useTexts('reset');
  const { isReset = false } = (useLocation().state ?? {}) as { isReset?: boolean };
  // Opened without a reset: none was done.
  if (!isReset) return <Navigate to={paths.requestBackupReset()} replace />;
  return (
    <DonePage title={t('done.title')} picture={<AppIcon name="key" />}>
      <p className="entry__lead">{t('done.backupLead')}</p>
      <p className="entry__lead">{t('done.held')}</p>
      <div className="entry__actions">
        <Link className={buttonClass({ wide: true })} to={paths.accountSignIn()}>
          {t('toSignIn')}
        </Link>
      </div>
    </DonePage>
  );
}
