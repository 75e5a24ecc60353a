import type { ReactNode } from 'react';
import { Button, type ButtonTone } from '../ui/button.tsx';
import type { FormFrame } from './use-form.ts';

type SubmitButtonProps = {
  readonly form: FormFrame;
  /** Id of the form element, for a button outside of it. */
  readonly formId?: string;
  readonly tone?: ButtonTone;
  /** Label while the form is being sent; by default it does not change. */
  readonly busy?: string;
  /** True: it does nothing, because a field says why its value cannot be sent. It stays focusable. */
  readonly isOff?: boolean;
  readonly children: ReactNode;
};

/** Submit button of a form, described by the error of the last attempt. */
export function SubmitButton({ form, formId, tone = 'main', busy, isOff = false, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      form={formId}
      wide
      tone={tone}
      busy={form.isBusy || isOff}
      aria-describedby={form.describedBy}
    >
      {form.isBusy && busy !== undefined ? busy : children}
    </Button>
  );
}
