import { type ReactNode, useDeferredValue } from 'react';

type LaterProps = {
  readonly children: ReactNode;
  /** Content until they are drawn. */
  readonly waiting?: ReactNode;
};

/**
 * Draws a long part of a page, or one below the first screen, after the rest, in steps between which a press is
 * answered.
 */
export function Later({ children, waiting = null }: LaterProps) {
  return <>{useDeferredValue(true, false) ? children : waiting}</>;
}
