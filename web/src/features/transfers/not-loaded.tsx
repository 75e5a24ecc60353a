import { useTexts } from '../../i18n/use-texts.ts';

type NotLoadedProps = { readonly text: string; readonly onRetry: () => void };

/** Says that a list of the form did not load, and loads it again. */
export function NotLoaded({ text, onRetry }: NotLoadedProps) {
  const t = useTexts('common');
  return (
    <p className="transfer__note" role="alert">
      {text}{' '}
      <button type="button" className="transfer__retry" onClick={onRetry}>
        {t('retry')}
      </button>
    </p>
  );
}
