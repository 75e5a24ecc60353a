import '../ui/pages/panel.css';
import { useEffect, useEffectEvent, useState } from 'react';
import { useOptionalBrand } from '../brand/brand.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { useDocumentTitle, usePageTitle } from '../layout/page-title.ts';
import { PlainFrame } from '../layout/plain-frame.tsx';
import { useOutlineGone } from '../page-skeleton/use-outline-gone.ts';
import { useLocation, useNavigate } from '../router/public.ts';
import { Button } from '../ui/button.tsx';

type WordsProps = { readonly error: unknown; readonly isBusy: boolean; readonly onRetry: () => void };

/** Words for a page whose files cannot be loaded, the same as those of the shell. */
function NotLoadedWords({ error, isBusy, onRetry }: WordsProps) {
  const t = useTexts('common');
  const phone = useOptionalBrand()?.SupportPhoneNumber;
  // Where the shell has said so already, it is not announced again.
  const [isSaid] = useState(() => document.getElementById('not-loaded')?.hidden === false);
  useEffect(() => {
    // For the developer who reads the console. Being offline is not an error.
    if (navigator.onLine) reportError(error);
  }, [error]);
  usePageTitle(t('notLoaded.title'));
  return (
    <>
      <div className="not-loaded" role={isSaid ? undefined : 'alert'}>
        <h1>{t('notLoaded.title')}</h1>
        <p>{t('notLoaded.text')}</p>
        {phone === undefined ? null : (
          <p>
            {t('notLoaded.help')} <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
          </p>
        )}
      </div>
      <Button busy={isBusy} onClick={onRetry}>
        {t('notLoaded.action')}
      </Button>
    </>
  );
}

/** Only the words, if no frame has loaded either. */
export function NotLoadedPage({ error }: { readonly error: unknown }) {
  const [isLoading, setIsLoading] = useState(false);
  useOutlineGone();
  useDocumentTitle();
  const reload = () => {
    setIsLoading(true);
    window.location.reload();
  };
  return (
    <PlainFrame>
      <NotLoadedWords error={error} isBusy={isLoading} onRetry={reload} />
    </PlainFrame>
  );
}

/** The words in the frame of the signed-in area, whose places stay available. */
export function NotLoadedPart({ error }: { readonly error: unknown }) {
  const navigate = useNavigate();
  const location = useLocation();
  const [triedFor, setTriedFor] = useState<unknown>(null);
  const [isReloading, setIsReloading] = useState(false);
  const tryAgain = () => {
    if (triedFor !== null) {
      // Some browsers answer for a file that failed until the page itself is loaded again.
      setIsReloading(true);
      window.location.reload();
      return;
    }
    setTriedFor(error);
    void navigate(location, { replace: true });
  };
  const onOnline = useEffectEvent(tryAgain);
  useEffect(() => {
    if (navigator.onLine) return;
    const isBack = () => onOnline();
    window.addEventListener('online', isBack);
    return () => window.removeEventListener('online', isBack);
  }, [error]);
  return (
    <div className="panel">
      <NotLoadedWords error={error} isBusy={isReloading || triedFor === error} onRetry={tryAgain} />
    </div>
  );
}
