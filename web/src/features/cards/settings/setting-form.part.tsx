import type { ReactNode } from 'react';
import type { FormFrame } from '../../../form/use-form.ts';
import { useErrorTitle } from '../../../layout/page-title.ts';
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx';

/** Form of one setting, which its one button saves. */
export function SettingForm({ form, children }: { readonly form: FormFrame; readonly children: ReactNode }) {
  useErrorTitle(form.problems.length > 0);
  return (
    <>
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <form className="setting-form" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        {children}
      </form>
    </>
  );
}
