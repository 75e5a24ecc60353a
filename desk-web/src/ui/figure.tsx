import type { ReactNode } from 'react';

type FigureProps = {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: 'ok' | 'danger' | undefined;
};

/** One number of the programme with what it means. */
export function Figure({ label, value, note, tone }: FigureProps) {
  return (
    <section className="pane figure">
      <h2 className="figure__label">{label}</h2>
      <p className="figure__value">{value}</p>
      {note ? <p className={tone ? `figure__note figure__note--${tone}` : 'figure__note'}>{note}</p> : null}
    </section>
  );
}
