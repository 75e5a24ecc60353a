import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

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
    const main = document.getElementById('main');
    const target = main?.querySelector('h1') ?? main;
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
}
