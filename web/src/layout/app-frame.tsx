import './app-frame.css';
import '../outline/outline.css';
import { getOnlineAccount } from '@wattle/contract/profile/get-online-account.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useMatches } from 'react-router';
import { openQueryClient } from '../api/query-client.ts';
import { useOperation } from '../api/use-operation.ts';
import { useBrand } from '../brand/brand.ts';
import { SessionWarning } from '../features/access/session/session-warning.part.tsx';
import { hasChosenLanguage, switchLanguage, translate } from '../i18n/i18n.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { LiveRefetch } from '../live/live-refetch.tsx';
import { useOpenNotice } from '../notices/use-open-notice.ts';
import { paths } from '../paths.ts';
import { routesWith } from '../router/app-route.ts';
import type { RouteHandle } from '../router/route-handle.ts';
import { FEATURE_ROUTES } from '../routes.ts';
import { watchActivity } from '../session/activity.ts';
import { useIsUser } from '../session/session.ts';
import { signOut } from '../session/sign-out.ts';
import { AppIcon } from '../ui/app-icon.tsx';
import { classNames } from '../ui/class-names.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { BrandLogo } from './brand-logo.tsx';
import { LanguageTool } from './language-switch.tsx';

/** Nobody waits for it: it comes after the page. */
const Offers = lazy(async () => ({ default: (await import('../features/access/offers/offers.part.tsx')).Offers }));

/** The places of the navigation: those whose route exists and whose feature is on. */
function usePlaces() {
  const { Features } = useBrand();
  return routesWith(Features, FEATURE_ROUTES).flatMap((route) =>
    route.navigation ? [{ to: route.path, text: translate(route.navigation.label), icon: route.navigation.icon }] : [],
  );
}

function SideNavigation() {
  const t = useTexts('common');
  const isUser = useIsUser();
  const places = usePlaces();
  return (
    <header className="app-frame__side">
      <div className="app-frame__sticky">
        <BrandLogo to={paths.cardHome()} />
        <nav aria-label={t('navigation.label')}>
          <ul>
            {places.map((place) => (
              <li key={place.to}>
                <NavLink className="app-frame__link" to={place.to}>
                  <AppIcon name={place.icon} />
                  {place.text}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="app-frame__foot">
          {isUser ? (
            <NavLink className="app-frame__link" to={paths.signInMethods()}>
              <AppIcon name="key" />
              {t('signInMethods')}
            </NavLink>
          ) : null}
          <LanguageTool className="app-frame__link" iconSize="m" />
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
  const t = useTexts('common');
  return (
    <header className={classNames('app-frame__top', onHero && 'app-frame__top--hero on-hero')}>
      <BrandLogo to={paths.cardHome()} onHero={onHero} />
      <LanguageTool />
      <Link className="tool" aria-label={t('help')} to={paths.contactUs()}>
        <AppIcon name="help" />
      </Link>
      <button type="button" className="tool" aria-label={t('signOut')} onClick={signOut}>
        <AppIcon name="signOut" />
      </button>
    </header>
  );
}

function BottomBar() {
  const t = useTexts('common');
  const isUser = useIsUser();
  return (
    <nav className="app-frame__bar" aria-label={t('navigation.label')}>
      {usePlaces().map((place) => (
        <NavLink className="app-frame__place" to={place.to} key={place.to}>
          <AppIcon name={place.icon} />
          {place.text}
        </NavLink>
      ))}
      {isUser ? (
        <NavLink className="app-frame__place" to={paths.signInMethods()}>
          <AppIcon name="key" />
          {t('signInMethods')}
        </NavLink>
      ) : null}
    </nav>
  );
}

/**
 * Until its user picks a language on this browser, the account's own is used. English is what an
 * account has before anybody has picked, so it does not overrule the language of the browser.
 */
function AccountLanguage() {
  const { data } = useOperation(getOnlineAccount, {});
  const language = data?.Language;
  useEffect(() => {
    if (language === 'zhCN' && !hasChosenLanguage()) void switchLanguage(language, { remember: false });
  }, [language]);
  return null;
}

/** The frame of the signed-in area. Its cache lives and dies with it, so that nobody sees another's answers. */
export function AppFrame() {
  const [client] = useState(openQueryClient);
  const isUser = useIsUser();
  const route = (useMatches().at(-1)?.handle as RouteHandle | undefined)?.route;
  const isHero = route?.hero === true;
  useEffect(watchActivity, []);
  useOpenNotice();
  useEffect(() => () => client.clear(), [client]);
  return (
    <QueryClientProvider client={client}>
      {isUser ? <AccountLanguage /> : null}
      <LiveRefetch />
      <SessionWarning>
        {isUser && route?.path === paths.cardHome() ? (
          <Suspense fallback={null}>
            <Offers />
          </Suspense>
        ) : null}
      </SessionWarning>
      <div className="app-frame">
        <SideNavigation />
        <div className="app-frame__content">
          <TopBar onHero={isHero} />
          <main id="main" tabIndex={-1} className={isHero ? undefined : 'app-frame__main--plain'}>
            <Outlet />
          </main>
        </div>
        <BottomBar />
        <ToastRegion />
      </div>
    </QueryClientProvider>
  );
}
