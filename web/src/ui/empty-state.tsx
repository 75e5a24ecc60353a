import './empty-state.css';
import type { ReactNode } from 'react';
import { RoundPicture } from './round-picture.tsx';

type EmptyStateProps = {
  readonly picture: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
  /** Level of the heading at this place of the page. */
  readonly as?: 'h1' | 'h2' | 'h3' | 'h4';
};

/** Where a list has nothing yet: what would stand here, and what to do about it. */
export function EmptyState({ picture, title, text, action, as: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <RoundPicture>{picture}</RoundPicture>
      <Heading>{title}</Heading>
      {text ? <p className="empty-state__text">{text}</p> : null}
      {action ? <div className="empty-state__action">{action}</div> : null}
    </div>
  );
}
