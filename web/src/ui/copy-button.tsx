import './copy-button.css';
import { useTexts } from '../i18n/use-texts.ts';
import { AppIcon } from './app-icon.tsx';
import { Icon } from './icon.tsx';
import { useCopy } from './use-copy.ts';

type CopyButtonProps = {
  readonly text: string;
  /** Accessible name of the button: `Copy the card ID`. */
  readonly label: string;
};

/** Copies a text and reports whether that worked. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const t = useTexts('common');
  const { outcome, copy } = useCopy(text);
  const words = outcome === 'none' ? '' : t(outcome === 'copied' ? 'copied' : 'copyFailed');
  return (
    <span className="copy-button">
      <button type="button" className="copy-button__press" aria-label={label} onClick={() => void copy()}>
        {outcome === 'copied' ? <Icon name="check" size="s" /> : <AppIcon name="copy" size="s" />}
        <span aria-hidden="true">{words || t('copy')}</span>
      </button>
      <span className="visually-hidden" role="status">
        {words}
      </span>
    </span>
  );
}
