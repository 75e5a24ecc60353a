import { type RefObject, useEffect, useRef } from 'react';
import { matchesMedia } from '../../browser/media.ts';

/** Time without scrolling after which a swipe counts as finished. */
const STILL_MS = 120;

type SnappedList = {
  readonly ref: RefObject<HTMLUListElement | null>;
  /** Focuses the button of an item. */
  readonly focus: (index: number) => void;
};

function leftOf(list: HTMLElement, item: Element): number {
  return item.getBoundingClientRect().left - list.getBoundingClientRect().left;
}

/**
 * Synchronises a horizontally scrolling list with the chosen item: a chosen item is scrolled to, and the item at which
 * a swipe ends is chosen.
 */
export function useSnappedList(index: number, onSettle: (index: number) => void): SnappedList {
  const ref = useRef<HTMLUListElement>(null);
  const settle = useRef(onSettle);
  const current = useRef(index);
  // A list begins at its first item. A question where that is would force a layout.
  const shown = useRef(0);
  useEffect(() => {
    settle.current = onSettle;
    current.current = index;
  });

  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    const list = ref.current;
    const item = list?.children[index];
    if (!list || !item || list.scrollWidth <= list.clientWidth) return;
    const start = Number.parseFloat(getComputedStyle(list).scrollPaddingInlineStart) || 0;
    const calm = matchesMedia('(prefers-reduced-motion: reduce)');
    list.scrollBy({ left: leftOf(list, item) - start, behavior: calm ? 'instant' : 'smooth' });
  }, [index]);

  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    let timer = 0;
    let isByHand = false;
    // A scroll by the page itself, such as after a button press, must not choose the items that it passes.
    const byHand = () => {
      isByHand = true;
    };
    const onScroll = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (!isByHand) return;
        isByHand = false;
        const places = [...list.children].map((item) => Math.abs(leftOf(list, item)));
        // At the end the last item cannot reach the edge.
        const isAtEnd = list.scrollLeft + list.clientWidth >= list.scrollWidth - 2;
        const nearest = isAtEnd ? places.length - 1 : places.indexOf(Math.min(...places));
        if (nearest !== current.current) settle.current(nearest);
      }, STILL_MS);
    };
    list.addEventListener('touchmove', byHand, { passive: true });
    list.addEventListener('wheel', byHand, { passive: true });
    list.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.clearTimeout(timer);
      list.removeEventListener('touchmove', byHand);
      list.removeEventListener('wheel', byHand);
      list.removeEventListener('scroll', onScroll);
    };
  }, []);

  return { ref, focus: (item) => ref.current?.children[item]?.querySelector('button')?.focus() };
}
