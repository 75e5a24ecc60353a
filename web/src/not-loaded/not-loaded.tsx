import { useEffect, useState } from 'react';
import { useOptionalBrand } from '../brand/brand.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { useDocumentTitle, usePageTitle } from '../layout/page-title.ts';
import { PlainFrame } from '../layout/plain-frame.tsx';
import { useOutlineGone } from '../outline/use-outline-gone.ts';
import { Button } from '../ui/button.tsx';

/** A page whose files do not come, in the words that the shell has for the same. */
export function NotLoadedPage({ error }: { readonly error: unknown }) {
  const t = useTexts('common');
  const phone = useOptionalBrand()?.SupportPhoneNumber;
  const [isLoading, setIsLoading] = useState(false);
  // Where the shell has said so already, it is not announced again.
  const [isSaid] = useState(() => document.getElementById('not-loaded')?.hidden === false);
  useEffect(() => {
    // For the developer who looks at the console.
    reportError(error);
  }, [error]);
  usePageTitle(t('notLoaded.title'));
  useOutlineGone();
  useDocumentTitle();
  return (
    <PlainFrame>
      <div className="not-loaded" role={isSaid ? undefined : 'alert'}>
        <h1>{t('notLoaded.title')}</h1>
        <p>{t('notLoaded.text')}</p>
        {phone === undefined ? null : (
          <p>
            {t('notLoaded.help')} <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
          </p>
        )}
      </div>
      <Button
        busy={isLoading}
        onClick={() => {
          setIsLoading(true);
          window.location.reload();
        }}
      >
        {t('notLoaded.action')}
      </Button>
    </PlainFrame>
  );
}
