import './sign-in-frame.css';
import { type ReactNode, useState } from 'react';
import { keepsSessions } from '../../../browser/storage.ts';
import { Link, useLocation } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { BrandLogo } from '../../../layout/brand-logo.tsx';
import { InfoLinks } from '../../../layout/info-links.tsx';
import { LanguageChoice, LanguageTool } from '../../../layout/language-switch.tsx';
import type { FormFrame } from '../../../form/use-form.ts';
import { useErrorTitle } from '../../../layout/page-title.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { mayHavePasscode } from '../passcode/passcode-offer.ts';
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';

type OtherWay = {
  readonly to: string;
  readonly icon: IconName;
  readonly name: string;
  /** Line below it: the requirements of the page. */
  readonly what?: string;
};

type SignInFrameProps = {
  readonly title: string;
  readonly form: Pick<FormFrame, 'problems' | 'attempt' | 'retry'>;
  readonly help: string | undefined;
  /** Links to other pages that a visitor may want; none while a sign-in is already in flight. */
  readonly otherWays: readonly OtherWay[];
  /** The form. */
  readonly children: ReactNode;
};

/** The reason why the person is here again. */
function EndedNotice() {
  const t = useTexts('access');
  const { ended } = (useLocation().state ?? {}) as {
    readonly ended?: 'idle' | 'expired' | 'signedOut' | 'existingLogin' | 'upgradeRequested';
  };
  return ended ? <Banner role="status">{t(`ended.${ended}`)}</Banner> : null;
}

/** Says that a session will last no longer than the page, where the browser keeps no data for this site. */
function NotKeptNotice() {
  const t = useTexts('access');
  const [isKept] = useState(keepsSessions);
  return isKept ? null : <Banner>{t('sessionNotKept')}</Banner>;
}

/** The passcode of this device, before the form of each sign-in page. */
export function PasscodeFirst() {
  const t = useTexts('access');
  const { BrandIdentifier } = useBrand();
  const { search } = useLocation();
  return mayHavePasscode(BrandIdentifier) ? (
    <Link className={buttonClass({ wide: true })} to={{ pathname: paths.passcodeSignIn(), search }}>
      {t('help.passcode')}
    </Link>
  ) : null;
}

/** Layout shared by both sign-in pages: brand picture, form, other ways, help. */
export function SignInFrame({ title, form, help, otherWays, children }: SignInFrameProps) {
  const t = useTexts('access');
  const { Assets, Features, SupportPhoneNumber } = useBrand();
  const { problems, attempt, retry } = form;
  const ways: readonly OtherWay[] = Features.store
    ? [...otherWays, { to: paths.store(), icon: 'card', name: t('help.store') }]
    : otherWays;
  useErrorTitle(problems.length > 0);
  return (
    <div className="sign-in-frame">
      <header className="sign-in-frame__art on-hero">
        <img className="sign-in-frame__picture" src={Assets.Hero} alt="" />
        <div className="sign-in-frame__top">
          <BrandLogo to={paths.root()} onHero />
          <LanguageTool />
        </div>
        <div className="sign-in-frame__promise">
          <p className="sign-in-frame__promise-title">{t('promise.title')}</p>
          <p className="sign-in-frame__promise-text">{t('promise.text')}</p>
        </div>
      </header>
      <main className="sign-in-frame__sheet" id="main" tabIndex={-1}>
        <div className="sign-in-frame__inner">
          <LanguageChoice />
          <ErrorSummary problems={problems} help={help} attempt={attempt} onRetry={retry} />
          {problems.length === 0 ? <EndedNotice /> : null}
          <h1 className="sign-in-frame__title">{title}</h1>
          <NotKeptNotice />
          {children}
          {otherWays.length === 0 ? null : (
            <>
              <p className="sign-in-frame__or">{t('or')}</p>
              <ul className="sign-in-frame__ways">
                {ways.map(({ to, icon, name, what }) => (
                  <li key={to}>
                    <Link className="sign-in-frame__way" to={to}>
                      <Icon name={icon} />
                      <span>
                        <span className="sign-in-frame__way-name">{name}</span>
                        {what === undefined ? null : <span className="sign-in-frame__way-what">{what}</span>}
                      </span>
                      <Icon name="next" size="s" />
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className="sign-in-frame__never">
            <Icon name="lock" size="s" />
            <span>{t('never')}</span>
          </p>
          <p className="sign-in-frame__foot">
            {t('lostOrStolen')}
            <a className="sign-in-frame__phone figures" href={`tel:${SupportPhoneNumber.replace(/\s/g, '')}`}>
              {SupportPhoneNumber}
            </a>
          </p>
          <InfoLinks className="sign-in-frame__links" />
        </div>
      </main>
    </div>
  );
}
