import { type RefObject, useEffect } from 'react';

/** A result takes the place of the page it came from, at the same address: the focus goes to its heading. */
export function useResultFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const heading = box.current?.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [box]);
}
