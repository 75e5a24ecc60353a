import './dialog.css';
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { closeModal, openModal } from '../browser/modal.ts';
import { classNames } from './class-names.ts';

type DialogProps = {
  readonly title: string;
  /** Ids of the texts announced with the title. */
  readonly describedBy: string;
  /** True: contains a form. */
  readonly isWide?: boolean;
  /** Called for Escape and the Back of the device. The dialog stays until its owner removes it. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
  /** Buttons; the first one gets the focus. */
  readonly actions: ReactNode;
};

/** Native modal dialog, open while it is rendered: it takes, keeps and returns the focus. */
export function Dialog({ title, describedBy, isWide = false, onDismiss, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const below = [...document.querySelectorAll('dialog[open]:not([data-below])')];
    openModal(element);
    // A dialog over another one hides the other meanwhile.
    for (const other of below) other.setAttribute('data-below', '');
    return () => {
      for (const other of below) other.removeAttribute('data-below');
      // Closed while it is still in the document, because only then the focus returns.
      closeModal(element);
    };
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onDismiss();
  };
  // Browsers close a dialog at the second Escape, whatever the page does.
  const onClose = () => {
    const element = dialog.current;
    if (!element?.isConnected || element.open) return;
    openModal(element);
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
