import './progress-bar.css';
import { useId } from 'react';
import { numberFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useLanguage } from '../../i18n/use-texts.ts';

type ProgressBarProps = {
  /** Work in progress: `Making your statement`. */
  readonly label: string;
  /** From 0 to 1; null if the duration is unknown. */
  readonly value: number | null;
  /** Announced once when it is done. */
  readonly done?: string;
};

/** Progress of an export or an upload. */
export function ProgressBar({ label, value, done }: ProgressBarProps) {
  const id = useId();
  const percent = numberFormat(LANGUAGE_TAG[useLanguage()], { style: 'percent' });
  const isDone = value === 1;
  return (
    <div className="progress-bar">
      <p className="progress-bar__line">
        <span className="progress-bar__label" id={id}>
          {label}
        </span>
        {value === null ? null : (
          <span className="figures" aria-hidden="true">
            {percent.format(Math.floor(value * 100) / 100)}
          </span>
        )}
      </p>
      <progress className="progress-bar__bar" aria-labelledby={id} max={1} {...(value === null ? {} : { value })} />
      <p className="visually-hidden" role="status">
        {isDone ? done : null}
      </p>
    </div>
  );
}
