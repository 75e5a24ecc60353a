import { type ReactNode, useEffect, useId, useRef } from 'react';
import { SubmitButton } from '../../../form/submit-button.tsx';
import type { FormFrame } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type MethodDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly busy: string;
  readonly isDangerous?: boolean;
  readonly form: FormFrame;
  /** True cancels a request in flight when the dialog closes; otherwise the dialog waits for it. */
  readonly canStop?: boolean;
  readonly onClose: () => void;
  /** Label of the button that closes it: `Cancel` unless given. */
  readonly cancel?: string;
  /** A field, where it has one. */
  readonly children?: ReactNode;
};

/** A question about a way to sign in, with one field. */
export function MethodDialog(props: MethodDialogProps) {
  const { title, text, submit, busy, isDangerous, form, canStop = false, onClose, cancel, children } = props;
  const t = useTexts('signInMethods');
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const { attempt } = form;
  const isHeld = form.isBusy && !canStop;
  useEffect(() => {
    // The problem is shown at the field and read out with it.
    if (attempt > 0) element.current?.querySelector('input')?.focus();
  }, [attempt]);
  return (
    <Dialog
      title={title}
      describedBy={`${id}-text`}
      onDismiss={() => {
        if (!isHeld) onClose();
      }}
      actions={
        <>
          <SubmitButton form={form} formId={`${id}-form`} tone={isDangerous ? 'danger' : 'main'} busy={busy}>
            {submit}
          </SubmitButton>
          <Button wide tone="line" busy={isHeld} onClick={onClose}>
            {cancel ?? t('cancel')}
          </Button>
        </>
      }
    >
      <p className="ways__text" id={`${id}-text`}>
        {text}
      </p>
      <form className="ways__form" id={`${id}-form`} ref={element} noValidate onSubmit={form.onSubmit}>
        {children}
        {form.problems.map((problem) =>
          'id' in problem ? (
            <p className="ways__failed" key={problem.id} id={problem.id} role="alert">
              {problem.text}
            </p>
          ) : null,
        )}
      </form>
    </Dialog>
  );
}
