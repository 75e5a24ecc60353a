import './toast.css';
import { useTexts } from '../i18n/use-texts.ts';

type ToastProps = {
  /** Null: nothing has happened. The region stays, so that words put into it are read out. */
  readonly text: string | null;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  readonly onDismiss: () => void;
};

/** What has just happened. It stays until it is put away: nobody reads against a clock. */
export function Toast({ text, action, onDismiss }: ToastProps) {
  const t = useTexts('common');
  return (
    <div role="status">
      {text === null ? null : (
        <div className="toast">
          <span>{text}</span>
          <button type="button" className="toast__action" onClick={action ? action.run : onDismiss}>
            {action ? action.label : t('dismiss')}
          </button>
        </div>
      )}
    </div>
  );
}
