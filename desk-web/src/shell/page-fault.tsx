import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useEffect } from 'react';
import { PageHead } from '../ui/page-head.tsx';

type PageFaultProps = { readonly error: unknown; readonly isFramed?: boolean };

/** A page that failed, or whose files did not load: the rail stays. */
export function PageFault({ error }: PageFaultProps) {
  const t = useTexts('desk');
  useEffect(() => {
    reportError(error);
  }, [error]);
  return (
    <>
      <PageHead title={t('fault.title')} lead={t('fault.text')} />
      <div>
        <Button onClick={() => window.location.reload()}>{t('fault.reload')}</Button>
      </div>
    </>
  );
}
