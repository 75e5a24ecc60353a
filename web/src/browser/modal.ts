/**
 * Opens a dialog over its page, which takes and keeps the focus. Safari before 15.4 and some web views have no modal
 * dialogs: there it is open in the page, and takes the focus once.
 */
export function openModal(dialog: HTMLDialogElement): void {
  if (typeof dialog.showModal === 'function') return dialog.showModal();
  dialog.setAttribute('open', '');
  dialog.querySelector<HTMLElement>('button, input, select, textarea, a[href]')?.focus();
}

/** Closes it; the focus returns where the browser knows of that. */
export function closeModal(dialog: HTMLDialogElement): void {
  if (typeof dialog.close === 'function') dialog.close();
  else dialog.removeAttribute('open');
}
