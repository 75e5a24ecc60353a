let isPressed = false;

if (typeof window !== 'undefined') {
  const note = (pressed: boolean) => () => {
    isPressed = pressed;
  };
  window.addEventListener('pointerdown', note(true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, note(false), true);
}

/**
 * Runs once the button of the mouse is up, or at once. What changes the page while it is down moves what
 * was pressed from under the pointer, and the click is lost.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run();
    return;
  }
  // The click comes after the button is up.
  const soon = () => window.setTimeout(run);
  window.addEventListener('pointerup', soon, { once: true });
}
