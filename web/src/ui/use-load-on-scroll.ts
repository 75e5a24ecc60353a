import { type RefObject, useEffect, useRef } from 'react';

/** Distance of the end of a list from the lower edge of the window, in pixels, at which more is loaded. */
const NEAR = 600;
/** Pages that load by themselves before the button is needed, so that what follows a long list can be reached. */
const AUTOMATIC = 5;

type LoadOnScroll = {
  readonly end: RefObject<HTMLElement | null>;
  readonly mayLoad: boolean;
  readonly load: () => void;
};

/**
 * Loads more of a list when a person scrolls to its end by wheel or touch. The keyboard and screen readers use the
 * button at the end, which stays where it is. Returns a function to call when the button is pressed.
 */
export function useLoadOnScroll({ end, mayLoad, load }: LoadOnScroll): () => void {
  const left = useRef(AUTOMATIC);
  const isByHand = useRef(false);
  useEffect(() => {
    const byHand = () => {
      isByHand.current = true;
    };
    const byKeys = () => {
      isByHand.current = false;
    };
    const onScroll = () => {
      const element = end.current;
      if (!element || !mayLoad || !isByHand.current || left.current === 0) return;
      if (element.getBoundingClientRect().top > window.innerHeight + NEAR) return;
      left.current -= 1;
      load();
    };
    const passive = { passive: true };
    window.addEventListener('wheel', byHand, passive);
    window.addEventListener('touchmove', byHand, passive);
    window.addEventListener('keydown', byKeys);
    window.addEventListener('scroll', onScroll, passive);
    return () => {
      window.removeEventListener('wheel', byHand);
      window.removeEventListener('touchmove', byHand);
      window.removeEventListener('keydown', byKeys);
      window.removeEventListener('scroll', onScroll);
    };
  });
  return () => {
    left.current = AUTOMATIC;
  };
}
