import './info.css';
import { useState } from 'react';
import { Link, useLocation } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { kindThatEnded, useIsSignedIn } from '../../session/session.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RoundPicture } from '../../ui/round-picture.tsx';

/** Error page for an unknown address or a call that failed at the server. Who is signed in stays so, and goes home. */
export function ErrorScreen() {
  const t = useTexts('info');
  const wordsOf = useErrorTexts();
  const { SupportPhoneNumber } = useBrand();
  const [kind] = useState(kindThatEnded);
  const isSignedIn = useIsSignedIn();
  const state = useLocation().state as { readonly code?: string } | null;
  return (
    <>
      <RoundPicture>
        <Icon name="warning" />
      </RoundPicture>
      <h1>{t('error.title')}</h1>
      <p className="info__lead">{state?.code ? wordsOf(state.code) : t('error.text')}</p>
      {kind === null || isSignedIn ? null : <p>{t('error.signedOut')}</p>}
      <p>
        {t(kind === null && !isSignedIn ? 'error.help' : 'error.again')}
        {'\u00a0'}
        <a className="figures" href={`tel:${SupportPhoneNumber.replace(/\s/g, '')}`}>
          {SupportPhoneNumber}
        </a>
      </p>
      <div className="info__actions">
        {isSignedIn ? (
          <Link className={buttonClass()} to={paths.cardHome()}>
            {t('error.home')}
          </Link>
        ) : (
          <SignIns kind={kind} />
        )}
      </div>
    </>
  );
}

/** Both ways to sign in, or the one of the session that ended. */
function SignIns({ kind }: { readonly kind: ReturnType<typeof kindThatEnded> }) {
  const t = useTexts('info');
  return (
    <>
      {kind === 'card' ? null : (
        <Link className={buttonClass()} to={paths.accountSignIn()}>
          {t('error.signIn')}
        </Link>
      )}
      {kind === 'account' ? null : (
        <Link className={buttonClass({ tone: kind === 'card' ? 'main' : 'line' })} to={paths.root()}>
          {t('error.cardSignIn')}
        </Link>
      )}
    </>
  );
}
