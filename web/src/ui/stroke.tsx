import './stroke.css';
import { classNames } from './class-names.ts';

type StrokeProps = {
  readonly shape: string;
  readonly size?: 's' | 'm' | undefined;
  readonly className?: string | undefined;
};

/** Icon on a grid of 24 beside text with the same meaning; hidden from screen readers. */
export function Stroke({ shape, size = 'm', className }: StrokeProps) {
  return (
    <svg className={classNames('icon', `icon--${size}`, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  );
}
