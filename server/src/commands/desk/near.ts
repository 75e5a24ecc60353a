/** Changes of one letter, and swaps of two beside each other, that make one word of another. */
function distance(from: string, to: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap && i > 1 && j > 1 ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[to.length] ?? 0;
}

const wordsOf = (name: string) => name.split('-').filter((word) => word.length > 2);

/** Names that were perhaps meant, the nearest first: a slip of the fingers, or words in another order. */
export function nearTo(typed: string, names: readonly string[]): string[] {
  const lower = typed.toLowerCase();
  const near = names
    .map((name) => {
      const shared = wordsOf(lower).filter((word) => wordsOf(name).includes(word)).length;
      return { name, shared, steps: distance(lower, name) - 4 * shared };
    })
    .filter(({ name, steps }) => steps <= Math.max(1, Math.floor(name.length / 4)));
  const most = Math.max(...near.map(({ shared }) => shared));
  return near
    .filter(({ shared }) => shared === most)
    .toSorted((a, b) => a.steps - b.steps)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** `" Did you mean find?"`, or nothing. */
export function didYouMean(typed: string, names: readonly string[], prefix = ''): string {
  const near = nearTo(typed, names).map((name) => `${prefix}${name}`);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}
