import './stroke.css';
import { classNames } from '../class-names.ts';

/** Question mark: the result is not known. */
export const QUESTION = 'M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1.1-1.4 2.1M12 17.5h0';

type StrokeProps = {
  readonly shape: string;
  readonly size?: 's' | 'm' | undefined;
  readonly className?: string | undefined;
  /** Its first closed part is filled with the brand's mark. */
  readonly isTinted?: boolean | undefined;
};

/** Icon on a grid of 24 beside text with the same meaning; hidden from screen readers. */
export function Stroke({ shape, size = 'm', className, isTinted }: StrokeProps) {
  const closed = isTinted ? /[Mm][^Mm]*z/.exec(shape) : null;
  return (
    <svg className={classNames('icon', `icon--${size}`, className)} viewBox="0 0 24 24" aria-hidden="true">
      {closed ? <path className="icon__tint" d={closed[0]} /> : null}
      <path d={shape} />
    </svg>
  );
}
