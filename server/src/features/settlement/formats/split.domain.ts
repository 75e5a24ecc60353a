import type { Cents } from '../../../platform/money.ts';

/** Splits lines into parts in order, each within a total and a number of lines. */
export function splitByTotals<Line extends { readonly cents: Cents }>(
  lines: readonly Line[],
  { most, largest }: { readonly most: number; readonly largest: Cents },
): Line[][] {
  const parts: Line[][] = [];
  let sum = 0n;
  for (const line of lines) {
    const part = parts.at(-1);
    if (!part || part.length === most || sum + line.cents > largest) {
      parts.push([line]);
      sum = line.cents;
    } else {
      part.push(line);
      sum += line.cents;
    }
  }
  return parts;
}
