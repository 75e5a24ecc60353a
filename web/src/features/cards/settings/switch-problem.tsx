import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import type { Problem } from './problem.ts';

/** Explains under a switch why it was reset. */
export function SwitchProblem({ problem }: { readonly problem: Problem | null }) {
  const t = useTexts('settings');
  const errorText = useErrorTexts();
  return (
    <div role="alert">
      {problem === null ? null : (
        <p className="setting-page__problem">
          {t(problem.isUnknown ? 'contactless.unknown' : 'contactless.failed', { reason: errorText(problem.code) })}
        </p>
      )}
    </div>
  );
}
