import './part-failed.css';
import { isViewOnly } from '../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';

export type Part = { readonly failure: unknown; readonly data?: unknown; readonly refetch: () => void };

type PartFailedProps = {
  /** Answers that the page shows, of which some may not have come. */
  readonly parts: readonly Part[];
  /** Words for what is missing. */
  readonly text: string;
};

/** Parts that have no data. A part whose data could not be refreshed still shows its old data. */
export function failedOf(parts: readonly Part[]): readonly Part[] {
  return parts.filter(({ failure, data }) => failure !== null && data === undefined);
}

/** Says in a line that a part of the page did not load, and loads it again. Nothing where all of it has come. */
export function PartFailed({ parts, text }: PartFailedProps) {
  const t = useTexts('common');
  const wordsOf = useErrorTexts();
  const failed = failedOf(parts);
  if (failed.length === 0) return null;
  if (failed.every(({ failure }) => isViewOnly(failure))) return <p className="part-failed">{wordsOf('20403')}</p>;
  return (
    <div className="part-failed" role="alert">
      <p>{text}</p>
      <Button tone="text" small onClick={() => failed.forEach(({ refetch }) => refetch())}>
        {t('retry')}
      </Button>
    </div>
  );
}
