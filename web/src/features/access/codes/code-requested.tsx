import { Link } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { useIsSignedIn } from '../../../session/session.ts';
import { AppIcon } from '../../../ui/app-icon.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { handOverCard } from '../sign-in/card-handover.ts';
import { DonePage } from '../done-page.part.tsx';

export type CodeKind = 'access' | 'activation';

type CodeRequestedProps = { readonly kind: CodeKind; readonly cardId: string };

/** Confirms the request, in words that are also true for a card that does not exist. */
export function CodeRequested({ kind, cardId }: CodeRequestedProps) {
  const t = useTexts('recovery');
  const isSignedIn = useIsSignedIn();
  const { UseCardIdForCardholderAccess: usesCardIds } = useBrand();
  return (
    <DonePage title={t('requested.title')} picture={<AppIcon name="message" />}>
      <p className="entry__lead">{t(`requested.${kind}.lead`)}</p>
      <ul className="entry__list">
        <li className="entry__item">
          <Icon name="clock" size="m" />
          <span>{t('requested.wait')}</span>
        </li>
        <li className="entry__item">
          <Icon name="lock" size="m" />
          <span>{t('requested.old')}</span>
        </li>
        <li className="entry__item">
          <Icon name="phone" size="m" />
          <span>{t('requested.nothing')}</span>
        </li>
      </ul>
      <div className="entry__actions">
        {isSignedIn ? (
          <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
            {t('requested.home')}
          </Link>
        ) : (
          <Link
            className={buttonClass({ wide: true })}
            to={kind === 'activation' ? paths.cardActivate() : paths.cardSignIn()}
            onClick={() => {
              if (usesCardIds) handOverCard(cardId);
            }}
          >
            {t(`requested.${kind}.signIn`)}
          </Link>
        )}
      </div>
    </DonePage>
  );
}
