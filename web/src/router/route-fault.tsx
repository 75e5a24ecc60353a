import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { useTexts } from '../i18n/use-texts.ts';
import { PlainFrame } from '../layout/plain-frame.tsx';
import { Button } from '../ui/button.tsx';

/**
 * A screen that broke, or that could not be fetched. After a new release the old files are gone, so
 * loading the page anew is what helps.
 */
export function RouteFault() {
  const t = useTexts('common');
  const error = useRouteError();
  const [isLoading, setIsLoading] = useState(false);
  useEffect(() => {
    // The browser's console is where a developer looks; nothing of it is shown.
    reportError(error);
  }, [error]);
  return (
    <PlainFrame>
      <h1>{t('fault.title')}</h1>
      <p>{t('fault.text')}</p>
      <Button
        busy={isLoading}
        onClick={() => {
          setIsLoading(true);
          window.location.reload();
        }}
      >
        {t('fault.action')}
      </Button>
    </PlainFrame>
  );
}
