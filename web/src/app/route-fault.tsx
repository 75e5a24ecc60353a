import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { useDocumentTitle, usePageTitle } from '../layout/page-title.ts';
import { PlainFrame } from '../layout/plain-frame.tsx';
import { useOutlineGone } from '../outline/use-outline-gone.ts';
import { Button } from '../ui/button.tsx';
import { NotLoadedPage } from '../not-loaded/not-loaded.tsx';
import { PageIsLate } from '../router/public.ts';
import { isMissingFile, reloadForMissingFile } from './missing-file.ts';
import { StartingPage } from './root.tsx';

/**
 * A screen that broke, or that could not be fetched. For a file that is missing, as after a release, the
 * page is loaded anew once: drafts, session and address stay. For a device that was offline, once it is back.
 */
export function RouteFault({ error }: { readonly error: unknown }) {
  const [isReloading] = useState(() => reloadForMissingFile(error));
  if (isReloading) return <StartingPage />;
  const isNotLoaded = navigator.onLine && (error instanceof PageIsLate || isMissingFile(error));
  return isNotLoaded ? <NotLoadedPage error={error} /> : <FaultPage error={error} />;
}

function FaultPage({ error }: { readonly error: unknown }) {
  const t = useTexts('common');
  const [isLoading, setIsLoading] = useState(false);
  const [wasOffline] = useState(() => !navigator.onLine);
  const kind = wasOffline ? 'brandFailed' : 'fault';
  usePageTitle(t(`${kind}.title`));
  useOutlineGone();
  useDocumentTitle();
  useEffect(() => {
    if (!wasOffline) return;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [wasOffline]);
  useEffect(() => {
    // The browser's console is where a developer looks; nothing of it is shown. To be offline is no fault.
    if (!wasOffline) reportError(error);
  }, [error, wasOffline]);
  return (
    <PlainFrame>
      <h1>{t(`${kind}.title`)}</h1>
      <p>{t(`${kind}.text`)}</p>
      <Button
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
