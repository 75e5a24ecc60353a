import './empty-state.css';
import type { ReactNode } from 'react';
import { RoundPicture } from '../round-picture.tsx';

type EmptyStateProps = {
  readonly picture: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
  /** Level of the heading within the page. */
  readonly as?: 'h1' | 'h2' | 'h3' | 'h4';
};

/** Content of an empty list: what would be listed, and what the user can do. */
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
