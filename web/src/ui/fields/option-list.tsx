import './option-list.css';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { Stroke } from '../charts/stroke.tsx';
import { type Way, WayOn } from '../way.tsx';

export type OptionRow = {
  readonly title: string;
  /** Current state. */
  readonly now?: string | undefined;
  /** Path of an icon on a grid of 24. */
  readonly shape: string;
  /** True: it stops something, so it is set apart. */
  readonly isStop?: boolean;
  /** Below the words, such as a bar. */
  readonly more?: ReactNode;
} & ({ readonly way: Way } | { readonly control: ReactNode });

/** Settings with their current state: links, or switches in place. */
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
        <Stroke shape={shape} isTinted />
        <div className="option-list__control">{row.control}</div>
      </div>
    );
  }
  return (
    <WayOn way={row.way} className={className}>
      <Stroke shape={shape} isTinted />
      <span>
        <span className="option-list__title">{title}</span>
        {now === undefined ? null : <span className="option-list__now">{now}</span>}
        {more}
      </span>
      <Icon name="next" size="s" />
    </WayOn>
  );
}
