import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DonePage } from '../access/done-page.part.tsx';
import type { HeldReset } from './reset-session.ts';

type ResetOverProps = { readonly code: string; readonly held: HeldReset };

/** A reset that cannot continue: expired (20062), unknown, used, or failed too often. */
export function ResetOver({ code, held }: ResetOverProps) {
  const t = useTexts('reset');
  const { SupportPhoneNumber: phone } = useBrand();
  const why = code === '20062' ? 'expired' : 'invalid';
  return (
    <DonePage title={t(`over.${why}.title`)} tone="brand" picture={<Icon name="clock" />}>
      <p className="entry__lead">{t(`over.${why}.lead`)}</p>
      <div className="entry__actions">
        <Link
          className={buttonClass({ wide: true })}
          to={held.tokens ? paths.requestPasswordReset() : paths.requestReset()}
        >
          {t('over.again')}
        </Link>
      </div>
      <p className="entry__lead">{t('over.call', { phone })}</p>
    </DonePage>
  );
}
