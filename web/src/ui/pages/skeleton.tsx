import './skeleton.css';
import { useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../class-names.ts';

type SkeletonProps = { readonly width?: string; readonly height?: string; readonly isRound?: boolean };

/** Placeholder with the size of the loading content, so that nothing shifts when it appears. */
export function Skeleton({ width, height, isRound }: SkeletonProps) {
  return (
    <span
      className={classNames('skeleton', isRound && 'skeleton--round')}
      style={{ width, height }}
      aria-hidden="true"
    />
  );
}

/** Placeholder rows of a loading list, announced once to screen readers. */
export function SkeletonRows({ count }: { readonly count: number }) {
  const t = useTexts('common');
  return (
    <div role="status">
      <span className="visually-hidden">{t('loading')}</span>
      <div aria-hidden="true">
        {Array.from({ length: count }, (_, row) => row).map((row) => (
          <div className="skeleton-rows__row" key={row}>
            <Skeleton width="2.5rem" height="2.5rem" isRound />
            <span className="skeleton-rows__lines">
              <Skeleton width={`${58 - (row % 3) * 9}%`} />
              <Skeleton width={`${34 + (row % 2) * 8}%`} height="0.75rem" />
            </span>
            <Skeleton />
          </div>
        ))}
      </div>
    </div>
  );
}
