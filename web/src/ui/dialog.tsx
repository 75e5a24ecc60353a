import './dialog.css';
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type DialogProps = {
  readonly title: string;
  /** Ids of the words that are read out with the title. */
  readonly describedBy: string;
  /** Holds a form. */
  readonly isWide?: boolean;
  /** Escape, or the device's way back. The dialog stays until its owner draws it no more. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
  /** The first of them gets the focus. */
  readonly actions: ReactNode;
};

/** A native modal dialog, open for as long as it is drawn: focus goes in, stays in, and comes back to where it was. */
export function Dialog({ title, describedBy, isWide = false, onDismiss, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const below = [...document.querySelectorAll('dialog[open]:not([data-below])')];
    element.showModal();
    // One that comes in the middle of another stands alone: the other is not seen meanwhile.
    for (const other of below) other.setAttribute('data-below', '');
    return () => {
      for (const other of below) other.removeAttribute('data-below');
      // Closed while it still stands in the page: only then the focus comes back.
      element.close();
    };
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
      className={classNames('dialog', isWide && 'dialog--wide')}
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
