import '../ui/pages/panel.css';
import { isViewOnly, wordsKeyOf } from '../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/pages/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';

type LoadFailedProps = {
  readonly failure: { readonly code: string; readonly status: number; readonly retryAfter?: number };
  readonly onRetry: () => void;
  /** It is all that the page shows, so its heading is the page's own. */
  readonly isPage?: boolean;
};

/**
 * Shown where something could not be loaded. A view of the account by staff is refused permanently, and not tried
 * again.
 */
export function LoadFailed({ failure, onRetry, isPage = false }: LoadFailedProps) {
  const t = useTexts('common');
  const words = useErrorTexts()(wordsKeyOf(failure));
  const isRefused = isViewOnly(failure);
  return (
    <div className="panel" role="alert">
      <EmptyState
        picture={<Icon name="warning" />}
        title={isRefused ? words : t('loadFailed')}
        as={isPage ? 'h1' : 'h2'}
        text={isRefused ? undefined : words}
        action={isRefused ? undefined : <Button onClick={onRetry}>{t('retry')}</Button>}
      />
    </div>
  );
}
