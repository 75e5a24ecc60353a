import { type ReactNode, useId } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  /** The question: `Turn Wattle Everyday off?` */
  readonly title: string;
  /** Consequences in a sentence or two. */
  readonly children: ReactNode;
  /** Names the action, never `OK`: `Turn card off`. */
  readonly action: string;
  /** Names the way out, where `Cancel` beside the action could be taken for it. */
  readonly leave?: string | undefined;
  /** True for an irreversible action: the button is red and Cancel comes first. */
  readonly isDangerous?: boolean;
  readonly busy?: boolean;
  /** Why the action failed; the dialog stays open. */
  readonly error?: string | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Asks before something is done. Escape and the device's way back are a no. */
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
