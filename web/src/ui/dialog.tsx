import './dialog.css';
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type DialogProps = {
  readonly title: string;
  /** Ids of the words that are read out with the title. */
  readonly describedBy: string;
  /** Holds a form. */
  readonly isWide?: boolean;
  /** May come in the middle of another dialog, which is not seen meanwhile. */
  readonly isOver?: boolean;
  /** Escape, or the device's way back. The dialog stays until its owner draws it no more. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
  /** The first of them gets the focus. */
  readonly actions: ReactNode;
};

/** A native modal dialog, open for as long as it is drawn: focus goes in, stays in, and comes back to where it was. */
export function Dialog({
  title,
  describedBy,
  isWide = false,
  isOver = false,
  onDismiss,
  children,
  actions,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // Closed while it still stands in the page: only then the focus comes back.
    return () => element.close();
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onDismiss();
  };
  // A browser lets nobody be caught in a dialog: a second Escape closes it whatever the page says.
  const onClose = () => {
    const element = dialog.current;
    if (!element?.isConnected || element.open) return;
    element.showModal();
    onDismiss();
  };
  return (
    <dialog
      className={classNames('dialog', isWide && 'dialog--wide', isOver && 'dialog--over')}
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={onCancel}
      onClose={onClose}
    >
      <h2 className="dialog__title" id={titleId}>
        {title}
      </h2>
      {children}
      <div className="dialog__actions">{actions}</div>
    </dialog>
  );
}
