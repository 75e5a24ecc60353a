import './info.css';
import { Link } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useIsSignedIn } from '../../session/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RoundPicture } from '../../ui/round-picture.tsx';

/** A product page that this brand does not have. It leaves the session alone. */
export function NotFoundScreen() {
  const t = useTexts('common');
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <RoundPicture>
        <Icon name="info" />
      </RoundPicture>
      <h1>{t('notFound.title')}</h1>
      <p className="info__lead">{t('notFound.page')}</p>
      <div className="info__actions">
        <Link className={buttonClass()} to={isSignedIn ? paths.cardHome() : paths.root()}>
          {t('notFound.action')}
        </Link>
      </div>
    </>
  );
}
