/** Smallest sample that is not exceeded by at least `share` (0 to 1) of all samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('no samples');
  return value;
}

/** The middle sample, or the mean of the two in the middle. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('no samples');
  return (lower + upper) / 2;
}

export type Figure = {
  readonly name: string;
  readonly unit: string;
  /** One sample per round. */
  readonly samples: readonly number[];
  /** Limit of the median; absent for informative figures. */
  readonly bar?: { readonly is: 'atLeast' | 'atMost'; readonly value: number };
};

/** Whether the median meets its limit. A figure without one always does. */
export function isReached({ samples, bar }: Figure): boolean {
  if (!bar) return true;
  return bar.is === 'atLeast' ? median(samples) >= bar.value : median(samples) <= bar.value;
}

/** Table of the figures: minimum, median and maximum over the rounds. */
export function table(figures: readonly Figure[]): string {
  const lines = [
    ['', 'min', 'median', 'max', '', 'bar', ''],
    ...figures.map((figure) => [
      figure.name,
      digits(Math.min(...figure.samples)),
      digits(median(figure.samples)),
      digits(Math.max(...figure.samples)),
      figure.unit,
      figure.bar ? `${figure.bar.is === 'atLeast' ? '≥' : '≤'} ${figure.bar.value}` : '',
      figure.bar ? (isReached(figure) ? 'reached' : 'MISSED') : '',
    ]),
  ];
  return aligned(lines, 3);
}

/** Lines of cells as columns. The first is text, so many after it are numbers. */
export function aligned(lines: readonly (readonly string[])[], numbers: number): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column >= 1 && column <= numbers ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Three digits of a figure. */
export function digits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
