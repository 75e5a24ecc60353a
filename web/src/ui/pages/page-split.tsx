import './page-parts.css';
import type { ReactNode } from 'react';

type PageSplitProps = {
  /** Summary of the task. */
  readonly side: ReactNode;
  /** Final actions: the last element on a phone. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
};

/** On a wide screen the task is on the left and its summary on the right; on a narrow one the summary follows. */
export function PageSplit({ side, end, children }: PageSplitProps) {
  return (
    <div className="page-split">
      <div className="page-split__part">{children}</div>
      <div className="page-split__part page-split__side">{side}</div>
      {end ? <div className="page-split__part">{end}</div> : null}
    </div>
  );
}
