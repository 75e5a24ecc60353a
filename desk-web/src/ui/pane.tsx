import type { ReactNode } from 'react';
import { useId } from 'react';

type PaneProps = {
  readonly title: ReactNode;
  /** Next to the title: a link to more, or a short text. */
  readonly aside?: ReactNode;
  /** False: the content reaches to the edges, as a table does. */
  readonly isPadded?: boolean;
  readonly children: ReactNode;
};

/** Box with a title: one subject of a page. */
export function Pane({ title, aside, isPadded = true, children }: PaneProps) {
  const id = useId();
  return (
    <section className="pane" aria-labelledby={id}>
      <div className="pane__head">
        <h2 id={id}>{title}</h2>
        {aside ? <div className="pane__aside">{aside}</div> : null}
      </div>
      {isPadded ? <div className="pane__body">{children}</div> : children}
    </section>
  );
}
