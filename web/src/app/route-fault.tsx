import { useEffect, useMemo, useState } from 'react';
import { isChangeInDoubt } from '../api/change-in-doubt.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { useDocumentTitle, usePageTitle } from '../layout/page-title.ts';
import { PlainFrame } from '../layout/plain-frame.tsx';
import { useOutlineGone } from '../page-skeleton/use-outline-gone.ts';
import { NotLoadedPage, NotLoadedPart } from '../missing-script/not-loaded.tsx';
import { paths } from '../paths.ts';
import { Link, PageIsLate } from '../router/public.ts';
import { currentSession } from '../session/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { isMissingFile, reloadForMissingFile } from '../missing-script/missing-file.ts';
import { StartingPage } from './root.tsx';

/**
 * A screen that broke, or that could not be fetched. For a file that is missing, as after a release, the page is loaded
 * again once: drafts, session and address stay. For a device that was offline, once it is back.
 */
export function RouteFault({ error, isFramed = false }: { readonly error: unknown; readonly isFramed?: boolean }) {
  // Each failure again: the one of a second try, back online, may be the browser's memory of the first.
  const isReloading = useMemo(() => reloadForMissingFile(error), [error]);
  if (isReloading) return <StartingPage />;
  const isNotLoaded = navigator.onLine && (error instanceof PageIsLate || isMissingFile(error));
  if (isFramed) return <NotLoadedPart error={error} />;
  return isNotLoaded ? <NotLoadedPage error={error} /> : <FaultPage error={error} />;
}

function FaultPage({ error }: { readonly error: unknown }) {
  const t = useTexts('common');
  const [isLoading, setIsLoading] = useState(false);
  const [wasOffline] = useState(() => !navigator.onLine);
  // What the page has sent may have been carried out, and it never says otherwise.
  const [isUnsure] = useState(isChangeInDoubt);
  const [isSignedIn] = useState(() => currentSession() !== null);
  const kind = isUnsure ? 'fault' : wasOffline ? 'brandFailed' : 'fault';
  const title = t(isUnsure ? 'fault.unsure.title' : `${kind}.title`);
  const isLooking = isUnsure && isSignedIn;
  usePageTitle(title);
  useOutlineGone();
  useDocumentTitle();
  useEffect(() => {
    if (!wasOffline || isUnsure) return;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [wasOffline, isUnsure]);
  useEffect(() => {
    // The console is for developers; the page does not show the error. Being offline is not an error.
    if (!wasOffline) reportError(error);
  }, [error, wasOffline]);
  return (
    <PlainFrame>
      <h1>{title}</h1>
      <p>{t(isUnsure ? (isLooking ? 'fault.unsure.look' : 'fault.unsure.call') : `${kind}.text`)}</p>
      {isLooking ? (
        <Link className={buttonClass()} to={paths.transactions()}>
          {t('fault.transactions')}
        </Link>
      ) : null}
      <Button
        tone={isLooking ? 'line' : 'main'}
        busy={isLoading}
        onClick={() => {
          setIsLoading(true);
          window.location.reload();
        }}
      >
        {t(`${kind}.action`)}
      </Button>
    </PlainFrame>
  );
}
