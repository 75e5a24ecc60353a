import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

function focusHeading(): HTMLElement | null {
  const main = document.getElementById('main');
  const target = main?.querySelector('h1') ?? main;
  if (!target) return null;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return target;
}

/**
 * Focuses the heading, and again the one that takes its place while the page still loads: a heading
 * that is drawn anew drops the focus. Over as soon as the person does something.
 */
function keepHeadingFocused(): () => void {
  let heading = focusHeading();
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || heading?.isConnected) return;
    heading = focusHeading();
  });
  const stop = () => {
    observer.disconnect();
    window.removeEventListener('keydown', stop, { capture: true });
    window.removeEventListener('pointerdown', stop, { capture: true });
  };
  observer.observe(document.body, { childList: true, subtree: true });
  window.addEventListener('keydown', stop, { capture: true });
  window.addEventListener('pointerdown', stop, { capture: true });
  return stop;
}

/**
 * After a change of route, focus goes to the new page's heading, so that a screen reader says where
 * its user is and the next Tab starts there. Not at the first page: the browser reads that itself.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    return keepHeadingFocused();
  }, [pathname]);
}
