import { type ReactNode, useId } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  /** The question: `Turn Wattle Everyday off?` */
  readonly title: string;
  /** Consequences in one or two sentences. */
  readonly children: ReactNode;
  /** Names the action, such as `Turn card off`, never `OK`. */
  readonly action: string;
  /** Names what stays as it is, such as `Keep it`: beside an action, `Cancel` could be taken for it. */
  readonly leave: string;
  /** True for an irreversible action: the button is red and Cancel comes first. */
  readonly isDangerous?: boolean;
  readonly busy?: boolean;
  /** Reason of a failure; the dialog stays open. */
  readonly error?: string | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Asks for confirmation. Escape and the Back of the device dismiss it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    action,
    leave: leaveWords,
    isDangerous = false,
    busy = false,
    error,
    onConfirm,
    onCancel,
  } = props;
  const t = useTexts('ui');
  const id = useId();
  const act = (
    <Button wide key="act" tone={isDangerous ? 'danger' : 'main'} busy={busy} onClick={onConfirm}>
      {action}
    </Button>
  );
  const leave = (
    <Button wide key="leave" tone="line" onClick={onCancel}>
      {leaveWords ?? t('cancel')}
    </Button>
  );
  return (
    <Dialog title={title} describedBy={id} onDismiss={onCancel} actions={isDangerous ? [leave, act] : [act, leave]}>
      <div className="dialog__text" id={id}>
        {children}
      </div>
      <p className="dialog__error" role="alert">
        {error}
      </p>
    </Dialog>
  );
}
