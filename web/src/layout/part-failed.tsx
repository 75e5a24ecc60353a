import './part-failed.css';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';

type Part = { readonly failure: unknown; readonly data?: unknown; readonly refetch: () => void };

type PartFailedProps = {
  /** Answers that the page shows, of which some may not have come. */
  readonly parts: readonly Part[];
  /** Words for what is missing. */
  readonly text: string;
};

/** Says in a line that a part of the page did not load, and loads it again. Nothing where all of it has come. */
export function PartFailed({ parts, text }: PartFailedProps) {
  const t = useTexts('common');
  const failed = parts.filter(({ failure, data }) => failure !== null && data === undefined);
  if (failed.length === 0) return null;
  return (
    <div className="part-failed" role="alert">
      <p>{text}</p>
      <Button tone="text" small onClick={() => failed.forEach(({ refetch }) => refetch())}>
        {t('retry')}
      </Button>
    </div>
  );
}
