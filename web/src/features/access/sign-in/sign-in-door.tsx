import './sign-in-door.css';
import type { ReactNode } from 'react';
import { Link, useLocation } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { BrandLogo } from '../../../layout/brand-logo.tsx';
import { InfoLinks } from '../../../layout/info-links.tsx';
import { LanguageChoice, LanguageTool } from '../../../layout/language-switch.tsx';
import type { FormFrame } from '../../../form/use-form.ts';
import { useErrorTitle } from '../../../layout/page-title.ts';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';

type OtherWay = { readonly to: string; readonly icon: IconName; readonly name: string; readonly what: string };

type SignInDoorProps = {
  readonly title: string;
  readonly form: Pick<FormFrame, 'problems' | 'attempt' | 'retry'>;
  readonly help: string | undefined;
  /** Null where somebody is on their way already. */
  readonly otherWay: OtherWay | null;
  /** The form. */
  readonly children: ReactNode;
};

/** Says why the person is here again. */
function EndedNotice() {
  const t = useTexts('access');
  const { ended } = (useLocation().state ?? {}) as {
    readonly ended?: 'idle' | 'expired' | 'signedOut' | 'existingLogin' | 'upgradeRequested';
  };
  return ended ? <Banner role="status">{t(`ended.${ended}`)}</Banner> : null;
}

/** What both sign-in pages share: the brand's picture, the frame of the form, the way to the other one, help. */
export function SignInDoor({ title, form, help, otherWay, children }: SignInDoorProps) {
  const t = useTexts('access');
  const { Assets, Features, SupportPhoneNumber } = useBrand();
  const { problems, attempt, retry } = form;
  useErrorTitle(problems.length > 0);
  return (
    <div className="door">
      <header className="door__art on-hero">
        <img className="door__picture" src={Assets.Hero} alt="" />
        <div className="door__top">
          <BrandLogo to={paths.root()} onHero />
          <LanguageTool />
        </div>
        <div className="door__promise">
          <p className="door__promise-title">{t('promise.title')}</p>
          <p className="door__promise-text">{t('promise.text')}</p>
        </div>
      </header>
      <main className="door__sheet" id="main" tabIndex={-1}>
        <div className="door__inner">
          <ErrorSummary problems={problems} help={help} attempt={attempt} onRetry={retry} />
          {problems.length === 0 ? <EndedNotice /> : null}
          <div className="door__head">
            <h1>{title}</h1>
            <LanguageChoice />
          </div>
          {children}
          {otherWay === null ? null : (
            <>
              <p className="door__or">{t('or')}</p>
              <Link className="door__way" to={otherWay.to}>
                <Icon name={otherWay.icon} />
                <span>
                  <span className="door__way-name">{otherWay.name}</span>
                  <span className="door__way-what">{otherWay.what}</span>
                </span>
                <Icon name="next" size="s" />
              </Link>
            </>
          )}
          {Features.store && otherWay !== null ? (
            <p className="door__helps">
              <Link className="door__help" to={paths.store()}>
                {t('help.store')}
              </Link>
            </p>
          ) : null}
          <p className="door__never">
            <Icon name="lock" size="s" />
            <span>{t('never')}</span>
          </p>
          <p className="door__foot">
            {t('lostOrStolen')}
            <a className="door__phone figures" href={`tel:${SupportPhoneNumber.replace(/\s/g, '')}`}>
              {SupportPhoneNumber}
            </a>
          </p>
          <InfoLinks className="door__links" />
        </div>
      </main>
    </div>
  );
}
