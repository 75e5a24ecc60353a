import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { useTexts } from '../i18n/use-texts.ts';
import { useDocumentTitle, usePageTitle } from '../layout/page-title.ts';
import { PlainFrame } from '../layout/plain-frame.tsx';
import { Button } from '../ui/button.tsx';

/**
 * A screen that broke, or that could not be fetched. After a new release the old files are gone, so
 * loading the page anew is what helps; of a device that was offline, once it is back.
 */
export function RouteFault() {
  const t = useTexts('common');
  const error = useRouteError();
  const [isLoading, setIsLoading] = useState(false);
  const [wasOffline] = useState(() => !navigator.onLine);
  const kind = wasOffline ? 'brandFailed' : 'fault';
  usePageTitle(t(`${kind}.title`));
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
