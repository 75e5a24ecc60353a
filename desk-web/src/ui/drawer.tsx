import './drawer.css';
import { closeModal, openModal } from '@wattle/web/browser/modal.ts';
import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

type DrawerProps = {
  /** Name for screen readers: that of the pane in it. */
  readonly label: string;
  /** Called for Escape. The drawer stays until its owner removes it. */
  readonly onClose: () => void;
  /** One pane. */
  readonly children: ReactNode;
};

/** Modal pane at the edge of the page, open while it is rendered: the object of the action stays in view beside it. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    openModal(element);
    return () => closeModal(element);
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  // Browsers close a dialog at the second Escape, whatever the page does.
  const onEnded = () => {
    if (dialog.current?.isConnected && !dialog.current.open) onClose();
  };
  return (
    <dialog className="drawer" ref={dialog} aria-label={label} onCancel={onCancel} onClose={onEnded}>
      {children}
    </dialog>
  );
}
