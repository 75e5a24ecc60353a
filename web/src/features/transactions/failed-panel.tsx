import '../../ui/pages/panel.css';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Transactions that could not be loaded, with another try. */
export function FailedPanel({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts('transactions');
  return (
    <div className="panel" role="alert">
      <EmptyState
        picture={<Icon name="offline" />}
        title={t('failed')}
        text={t('failedText')}
        action={<Button onClick={onRetry}>{t('retry')}</Button>}
      />
    </div>
  );
}
