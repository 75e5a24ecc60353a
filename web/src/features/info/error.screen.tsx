import './info.css';
import { useState } from 'react';
import { Link, useLocation } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { kindThatEnded } from '../../session/session.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RoundPicture } from '../../ui/round-picture.tsx';

/** Error page for an unknown address or a call that failed at the server. It has no session. */
export function ErrorScreen() {
  const t = useTexts('info');
  const wordsOf = useErrorTexts();
  const { SupportPhoneNumber } = useBrand();
  const [kind] = useState(kindThatEnded);
  const state = useLocation().state as { readonly code?: string } | null;
  return (
    <>
      <RoundPicture>
        <Icon name="warning" />
      </RoundPicture>
      <h1>{t('error.title')}</h1>
      <p className="info__lead">{state?.code ? wordsOf(state.code) : t('error.text')}</p>
      {kind === null ? null : <p>{t('error.signedOut')}</p>}
      <p>
        {t(kind === null ? 'error.help' : 'error.again')}
        {'\u00a0'}
        <a className="figures" href={`tel:${SupportPhoneNumber.replace(/\s/g, '')}`}>
          {SupportPhoneNumber}
        </a>
      </p>
      <div className="info__actions">
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
      </div>
    </>
  );
}
