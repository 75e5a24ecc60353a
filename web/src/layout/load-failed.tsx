import '../ui/panel.css';
import { wordsKeyOf } from '../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';

type LoadFailedProps = {
  readonly failure: { readonly code: string; readonly status: number };
  readonly onRetry: () => void;
};

/** Stands where something could not be loaded. */
export function LoadFailed({ failure, onRetry }: LoadFailedProps) {
  const t = useTexts('common');
  const wordsOf = useErrorTexts();
  return (
    <div className="panel" role="alert">
      <EmptyState
        picture={<Icon name="warning" />}
        title={t('loadFailed')}
        text={wordsOf(wordsKeyOf(failure))}
        action={<Button onClick={onRetry}>{t('retry')}</Button>}
      />
    </div>
  );
}
