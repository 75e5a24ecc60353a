import './dialog.css';
import { type ReactNode, useEffect, useId, useRef } from 'react';

type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  /** Escape, and any other way out that is not one of the actions. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions: ReactNode;
};

/** A native modal dialog: focus goes in, stays in, and comes back to where it was. */
export function Dialog({ title, isOpen, onClose, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) element.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      {isOpen ? (
        <>
          <h2 className="dialog__title" id={titleId}>
            {title}
          </h2>
          {children}
          <div className="dialog__actions">{actions}</div>
        </>
      ) : null}
    </dialog>
  );
}
