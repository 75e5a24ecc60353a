import { Link } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { OutcomePage } from '../../layout/outcome-page.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';

type PasswordIsSetProps = {
  /** True after a reset by backup token, which sets a new security question too. */
  readonly byBackup?: boolean;
};

/** The end of every reset. */
export function PasswordIsSet({ byBackup = false }: PasswordIsSetProps) {
  const t = useTexts('reset');
  return (
    <OutcomePage
      state="done"
      title={t('done.title')}
      lead={
        <>
          <p>{t(byBackup ? 'done.backupLead' : 'done.lead')}</p>
          <p>{t('done.held')}</p>
        </>
      }
      ways={
        <Link className={buttonClass({ wide: true })} to={paths.accountSignIn()}>
          {t('toSignIn')}
        </Link>
      }
    />
  );
}
