import './track.css';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { QUESTION, Stroke } from './stroke.tsx';

/** `done`: with its time. `now`: what waits. `next`: still to come. `bad`: went wrong. `ask`: no one knows yet. */
type TrackState = 'done' | 'now' | 'next' | 'bad' | 'ask';

export type TrackStep = {
  /** Unique within the track. */
  readonly title: string;
  readonly text?: ReactNode;
  readonly is: TrackState;
  /** Button of this step, such as Stop. */
  readonly action?: ReactNode;
};

type TrackProps = { readonly label?: string; readonly steps: readonly TrackStep[] };

/** Steps that are done, now and to come. */
export function Track({ label, steps }: TrackProps) {
  const current = Math.max(
    steps.findIndex(({ is }) => is === 'now' || is === 'ask'),
    steps.findLastIndex(({ is }) => is === 'done' || is === 'bad'),
  );
  return (
    <ol className="track" aria-label={label}>
      {steps.map(({ title, text, is, action }, index) => (
        <li
          key={title}
          className={classNames('track__step', `track__step--${is}`)}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="track__mark" aria-hidden="true">
            <Mark is={is} />
          </span>
          <div className="track__words">
            <p className="track__title">{title}</p>
            {text ? <p className="track__text">{text}</p> : null}
            {action}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Mark({ is }: { readonly is: TrackState }) {
  if (is === 'done') return <Icon name="check" size="s" />;
  if (is === 'bad') return <Icon name="warning" size="s" />;
  return is === 'ask' ? <Stroke shape={QUESTION} size="s" /> : null;
}
