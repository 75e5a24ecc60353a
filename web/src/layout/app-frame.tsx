import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import './app-frame.css';
import '../page-skeleton/outline.css';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Link, NavLink, useRoute } from '../router/public.ts';
import { openQueryClient } from '../api/query-client.ts';
import { useOperation } from '../api/use-operation.ts';
import { SessionWarning } from '../features/access/session/session-warning.part.tsx';
import { PasscodeWish } from '../features/access/passcode/passcode-wish.part.tsx';
import { Bell } from '../features/notifications/bell.part.tsx';
import { hasChosenLanguage, loadTexts, switchLanguage } from '../i18n/i18n.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { LiveRefetch } from '../live-updates/live-refetch.tsx';
import { useOpenNotice } from '../push/use-open-notice.ts';
import { paths } from '../paths.ts';
import { watchActivity } from '../session/activity.ts';
import { useIsUser, useSession } from '../session/session.ts';
import { signOut } from '../session/sign-out.ts';
import { AppIcon } from '../ui/app-icon.tsx';
import { classNames } from '../ui/class-names.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { BrandLogo } from './brand-logo.tsx';
import { LanguageTool } from './language-switch.tsx';
import { usePlaces } from './navigation-places.ts';
import { preloadPages } from './preload-pages.ts';
import { lazyPart } from '../missing-script/lazy-part.tsx';
import { MoreSheet } from './more-sheet.tsx';

/** Loaded after the page, which does not wait for them. */
const DisplayDialog = lazyPart(async () => (await import('./display-dialog.tsx')).DisplayDialog);
const ViewBanner = lazyPart(async () => {
  const [part] = await Promise.all([
    import('../features/access/view/view-banner.part.tsx'),
    loadTexts(['accountView']),
  ]);
  return part.ViewBanner;
});
const Offers = lazyPart(async () => (await import('../features/access/offers/offers.part.tsx')).Offers);

function SideNavigation() {
  const t = useTexts('common');
  const { main, more } = usePlaces();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <header className="app-frame__side">
      <div className="app-frame__sticky">
        <div className="app-frame__name">
          <BrandLogo to={paths.cardHome()} />
          <Bell />
        </div>
        <nav aria-label={t('navigation.label')}>
          <ul>
            {[...main, ...more].map((place) => (
              <li key={place.to}>
                <Link className="app-frame__link" to={place.to} aria-current={place.current}>
                  <AppIcon name={place.icon} />
                  {place.text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="app-frame__foot">
          <button type="button" className="app-frame__link" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            <AppIcon name="more" />
            {t('navigation.more')}
          </button>
          {isChoosing ? <DisplayDialog onClose={() => setChoosing(false)} /> : null}
          <NavLink className="app-frame__link" to={paths.contactUs()}>
            <AppIcon name="help" />
            {t('help')}
          </NavLink>
          <button type="button" className="app-frame__link" onClick={signOut}>
            <AppIcon name="signOut" />
            {t('signOut')}
          </button>
        </div>
      </div>
    </header>
  );
}

function TopBar({ onHero }: { readonly onHero: boolean }) {
  return (
    <header className={classNames('app-frame__top', onHero && 'app-frame__top--hero on-hero')}>
      <BrandLogo to={paths.cardHome()} onHero={onHero} />
      <LanguageTool />
      <Bell />
    </header>
  );
}

function BottomBar() {
  const t = useTexts('common');
  const { main, more } = usePlaces();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav className="app-frame__bar" aria-label={t('navigation.label')}>
      {main.map((place) => (
        <Link className="app-frame__place" to={place.to} aria-current={place.current} key={place.to}>
          <AppIcon name={place.icon} />
          {place.shortText}
        </Link>
      ))}
      <button
        type="button"
        className="app-frame__place"
        aria-haspopup="dialog"
        aria-current={more.some(({ current }) => current) || undefined}
        onClick={() => setIsOpen(true)}
      >
        <AppIcon name="more" />
        {t('navigation.more')}
      </button>
      {/* It has the sign-out, which works offline too: so it comes with the frame. */}
      {isOpen ? <MoreSheet places={more} onClose={() => setIsOpen(false)} /> : null}
    </nav>
  );
}

/**
 * Until its user picks a language on this browser, the account's own is used. The default is what an
 * account has before anybody has picked, so it does not overrule the language of the browser.
 */
function AccountLanguage() {
  const { data } = useOperation(getOnlineAccount, {});
  const language = data?.Language;
  useEffect(() => {
    if (language === undefined || language === DEFAULT_LANGUAGE) return;
    if (!hasChosenLanguage()) void switchLanguage(language, { remember: false });
  }, [language]);
  return null;
}

/** The frame of the signed-in area. Its cache ends with it, so that no one sees another's answers. */
export function AppFrame({ children }: { readonly children: ReactNode }) {
  const [client] = useState(openQueryClient);
  const isUser = useIsUser();
  const isView = useSession()?.view !== undefined;
  const route = useRoute();
  const isHero = route?.hero === true;
  // With the page itself: one that shows is watched.
  useLayoutEffect(watchActivity, []);
  useOpenNotice(!isView);
  useEffect(() => () => client.clear(), [client]);
  const here = route?.path;
  useEffect(() => (here === undefined ? undefined : preloadPages(here)), [here]);
  return (
    <QueryClientProvider client={client}>
      {isUser ? <AccountLanguage /> : null}
      {isView ? <ViewBanner /> : <LiveRefetch />}
      <SessionWarning>{isUser && !isView && route?.path === paths.cardHome() ? <Offers /> : null}</SessionWarning>
      <div className="app-frame">
        <SideNavigation />
        <div className="app-frame__content">
          <TopBar onHero={isHero} />
          <main id="main" tabIndex={-1} className={isHero ? undefined : 'app-frame__main--plain'}>
            {children}
          </main>
        </div>
        <BottomBar />
        <ToastRegion />
        {isUser && !isView ? <PasscodeWish /> : null}
      </div>
    </QueryClientProvider>
  );
}
