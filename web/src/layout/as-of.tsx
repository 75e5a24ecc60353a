import './as-of.css';
import { useEffect, useState } from 'react';
import { useIsOnline } from '../browser/online.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';

/** An answer that is shown, with when it came. */
export type Aged = {
  readonly data?: unknown;
  /** It could not be renewed. */
  readonly isOutdated: boolean;
  readonly isFetching: boolean;
  readonly atMs: number;
};

/** A newer answer that arrives sooner is not announced. */
const LATE_MS = 1_500;

/** True once something has been under way for noticeably long. */
function useIsLate(isUnderWay: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = window.setTimeout(() => setIsLate(true), LATE_MS);
    return () => {
      window.clearTimeout(timer);
      setIsLate(false);
    };
  }, [isUnderWay]);
  return isUnderWay && isLate;
}

/**
 * Shows the age of the figures while there are no newer ones: without a network, after a failed call, or during a slow
 * one. The figures are only in the page's memory and are dropped when the session ends.
 */
export function AsOf({ answers }: { readonly answers: readonly Aged[] }) {
  const t = useTexts('ui');
  const format = useFormat();
  const isOnline = useIsOnline();
  const shown = answers.filter(({ data }) => data !== undefined);
  const isLate = useIsLate(shown.some(({ isFetching }) => isFetching));
  const isOld = !isOnline || isLate || shown.some(({ isOutdated }) => isOutdated);
  if (!isOld || shown.length === 0) return null;
  const atMs = Math.min(...shown.map((answer) => answer.atMs));
  return <p className="as-of">{t('asOf', { time: format.timeOf(new Date(atMs).toISOString()) })}</p>;
}
