import { Button } from '@wattle/web/ui/button.tsx';
import { SkeletonRows } from '@wattle/web/ui/pages/skeleton.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { ReactNode } from 'react';
import type { Failure } from '../calls/send.ts';
import type { Looked } from '../calls/use-command.ts';
import { useFailureWords } from './refusal-words.ts';
import { Say } from './say.tsx';

type LookedProps<Row> = {
  readonly of: Looked<Row>;
  /** Words where there are no rows. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** Rows of a command once they are loaded. A failure is shown in their place, and rows that were shown stay. */
export function LookedPart<Row>({ of, empty, children }: LookedProps<Row>) {
  const { rows, failure, retry, isLooking } = of;
  return (
    <>
      {failure ? (
        <div className="looked__failed">
          <FailedPart failure={failure} isBusy={isLooking} isOld={rows !== undefined} onRetry={retry} />
        </div>
      ) : null}
      {rows === undefined ? (
        failure ? null : (
          <div className="looked__wait">
            <SkeletonRows count={3} />
          </div>
        )
      ) : rows.length === 0 ? (
        <p className="looked__none">{empty}</p>
      ) : (
        children(rows)
      )}
    </>
  );
}

type FailedProps = {
  readonly failure: Failure;
  readonly isBusy: boolean;
  /** True: the previous rows are still shown. */
  readonly isOld?: boolean;
  readonly onRetry: () => void;
};

/** A part of a page that failed to load. */
export function FailedPart({ failure, isBusy, isOld = false, onRetry }: FailedProps) {
  const t = useTexts('desk');
  const words = useFailureWords();
  return (
    <Say tone="warn" isNews>
      <p>{words(failure)}</p>
      {isOld ? <p>{t('failed.old')}</p> : null}
      <Button tone="line" small busy={isBusy} onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </Say>
  );
}
