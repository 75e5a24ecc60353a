import '../ui/panel.css';
import { wordsKeyOf } from '../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';

type LoadFailedProps = {
  readonly failure: { readonly code: string; readonly status: number };
  readonly onRetry: () => void;
  /** It is all that the page shows, so its heading is the page's own. */
  readonly isPage?: boolean;
};

/** Shown where something could not be loaded. */
export function LoadFailed({ failure, onRetry, isPage = false }: LoadFailedProps) {
  const t = useTexts('common');
  const wordsOf = useErrorTexts();
  return (
    <div className="panel" role="alert">
      <EmptyState
        picture={<Icon name="warning" />}
        title={t('loadFailed')}
        as={isPage ? 'h1' : 'h2'}
        text={wordsOf(wordsKeyOf(failure))}
        action={<Button onClick={onRetry}>{t('retry')}</Button>}
      />
    </div>
  );
}
