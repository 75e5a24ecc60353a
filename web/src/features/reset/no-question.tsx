import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DonePage } from '../access/done-page.part.tsx';

/** Shown when no security question was ever chosen: support gives a backup token. */
export function NoQuestion() {
  const t = useTexts('reset');
  const { SupportPhoneNumber: phone } = useBrand();
  return (
    <DonePage title={t('noQuestion.title')} tone="brand" picture={<Icon name="phone" />}>
      <p className="entry__lead">{t('noQuestion.lead', { phone })}</p>
      <div className="entry__actions">
        <Link className={buttonClass({ wide: true })} to={paths.requestBackupReset()}>
          {t('noQuestion.haveOne')}
        </Link>
      </div>
    </DonePage>
  );
}
