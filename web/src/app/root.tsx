import './root.css';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useIsMoving, useLocation, useNavigate, useRoute, useRouteFocus } from '../router/public.ts';
import { askedProof } from '../api/proof.ts';
import { onServerFault } from '../api/server-fault.ts';
import { useIsOnline } from '../browser/online.ts';
import type { AskProof } from '../features/access/step-up/ask-proof.part.tsx';
import { translate } from '../i18n/i18n.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { useDocumentTitle, useRouteTitle } from '../layout/page-title.ts';
import { useOutlineGone } from '../page-skeleton/use-outline-gone.ts';
import { forgetWantedPage, wantPage } from '../next-page.ts';
import { paths } from '../paths.ts';
import type { Ended } from '../session/session-state.domain.ts';
import { onSessionEnd } from '../session/session.ts';
import { useStore } from '../observable.ts';
import { Icon } from '../ui/icon.tsx';
import type { AppRoute } from '../router/app-route.ts';

const SLOW_AFTER_MS = 300;

/** True once loading takes noticeably long. */
function useIsSlow(isUnderWay: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = window.setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isUnderWay]);
  return isUnderWay && isSlow;
}

/** Before the first screen is loaded. */
export function StartingPage() {
  const t = useTexts('common');
  const isSlow = useIsSlow(true);
  return (
    <p className="starting" role="status">
      {isSlow ? t('loading') : ''}
    </p>
  );
}

function OfflineBanner() {
  const t = useTexts('common');
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {isOnline ? null : (
        <p className="offline">
          <Icon name="offline" size="s" />
          {t('offline')}
        </p>
      )}
    </div>
  );
}

/** A session that ends takes the person to the sign-in page of their kind, which says why. */
function useSessionEnd(route: AppRoute | null): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const onEnd = useEffectEvent(({ session, why }: Ended) => {
    if (why === 'cleared' || why === 'replaced') return;
    // An interrupted user continues on the same page.
    if (why === 'signedOut') forgetWantedPage();
    else if (route?.access === 'signed-in') wantPage(pathname + search);
    const target = session.kind === 'account' ? paths.accountSignIn() : paths.root();
    void navigate(target, { replace: true, state: { ended: why } });
  });
  useLayoutEffect(() => onSessionEnd((ended) => onEnd(ended)), []);
}

/** A server that failed leaves nothing to go on with. */
function useServerFault(): void {
  const navigate = useNavigate();
  useEffect(() => onServerFault(() => void navigate(paths.error(), { state: { code: '500' } })), [navigate]);
}

/** The background of the route, for the root element: it shows beyond the ends of the page, too. */
function useBackground(route: AppRoute | null): void {
  const background = route?.background ?? 'paper';
  useEffect(() => {
    document.documentElement.dataset['background'] = background;
  }, [background]);
}

/** A call of whatever page waits for a proof. What asks for it is loaded when it is first needed. */
function ProofQuestion() {
  const asked = useStore(askedProof);
  const [Loaded, setLoaded] = useState<typeof AskProof | null>(null);
  useEffect(() => {
    if (!asked || Loaded) return;
    void import('../features/access/step-up/ask-proof.part.tsx').then(
      (part) => setLoaded(() => part.AskProof),
      () => asked.end(false),
    );
  }, [asked, Loaded]);
  return asked && Loaded ? <Loaded key={asked.id} asked={asked} /> : null;
}

/** Frame of every page: title, focus and overlays. */
export function Root({ children }: { readonly children: ReactNode }) {
  const t = useTexts('common');
  const isSlow = useIsSlow(useIsMoving());
  const route = useRoute();
  useRouteTitle(route ? translate(route.title) : '');
  useBackground(route);
  useOutlineGone();
  useDocumentTitle();
  useRouteFocus();
  useSessionEnd(route);
  useServerFault();
  return (
    <>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <OfflineBanner />
      <div role="status">{isSlow ? <p className="slow-route">{t('loading')}</p> : null}</div>
      {children}
      <ProofQuestion />
    </>
  );
}
