import './option-list.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Stroke } from './stroke.tsx';
import { type Way, WayOn } from './way.tsx';

export type OptionRow = {
  readonly title: string;
  /** How it stands now. */
  readonly now?: string | undefined;
  /** Path of a drawing on a grid of 24. */
  readonly shape: string;
  /** It stops something: set apart. */
  readonly isStop?: boolean;
  /** Below the words, such as a bar. */
  readonly more?: ReactNode;
} & ({ readonly way: Way } | { readonly control: ReactNode });

/** Settings of something, each with how it stands: rows that lead on, or switches in their place. */
export function OptionList({ rows }: { readonly rows: readonly OptionRow[] }) {
  return (
    <ul className="option-list panel">
      {rows.map((row) => (
        <li className="option-list__item" key={row.title}>
          <Row {...row} />
        </li>
      ))}
    </ul>
  );
}

function Row(row: OptionRow) {
  const { title, now, shape, isStop, more } = row;
  const className = classNames('option-list__row', isStop && 'option-list__row--stop');
  if ('control' in row) {
    return (
      <div className={className}>
        <Stroke shape={shape} />
        <div className="option-list__control">{row.control}</div>
      </div>
    );
  }
  return (
    <WayOn way={row.way} className={className}>
      <Stroke shape={shape} />
      <span>
        <span className="option-list__title">{title}</span>
        {now === undefined ? null : <span className="option-list__now">{now}</span>}
        {more}
      </span>
      <Icon name="next" size="s" />
    </WayOn>
  );
}
