let isPressed = false;

if (typeof window !== 'undefined') {
  const note = (pressed: boolean) => () => {
    isPressed = pressed;
  };
  window.addEventListener('pointerdown', note(true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, note(false), true);
}

/**
 * Runs work when the mouse button is released, or immediately if it is not pressed. A change to the page while the
 * button is down may move the pressed element away from the pointer, and the click is lost.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run();
    return;
  }
  // The click event follows the release.
  const soon = () => window.setTimeout(run);
  window.addEventListener('pointerup', soon, { once: true });
}
