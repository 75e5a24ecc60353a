/** Line of a statement that is not matched yet. */
export type OpenLine = {
  readonly statementId: bigint;
  readonly line: number;
  readonly day: string;
  readonly cents: bigint;
  readonly reference: string;
  /** Entry of the books that has this reference. Null: the reference is none of ours. */
  readonly transferId: bigint | null;
};

/** Entry of the books that is not matched yet. */
export type OpenEntry = {
  readonly transferId: bigint;
  readonly day: string;
  readonly cents: bigint;
  /** File of the bank that it came with; null: with none. */
  readonly group: string | null;
};

export type Match = { readonly line: OpenLine; readonly entries: readonly OpenEntry[] };

/** Days by which the books and a statement may differ. */
const DAYS_APART = 5;
const DAY_MS = 86_400_000;

/** Whether two days are within 5 days. */
export const isNear = (one: string, other: string) =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= DAYS_APART * DAY_MS;

/** How the lines of an account are matched. */
export type Matching = {
  /** Lines that need not have a reference of ours. */
  readonly byAmount: (line: { readonly cents: bigint }) => boolean;
  /** Whether a line and one that takes it back need no entries: what never reached the books, such as a void charge. */
  readonly takesBack: boolean;
};

/**
 * Finds the entries that the lines are: by reference and amount; a line that another one takes back; the total of a
 * file; then equal amounts within 5 days, the oldest first. Nobody is credited by it, so equal entries may stand for
 * each other.
 */
export function matchLines(
  lines: readonly OpenLine[],
  entries: readonly OpenEntry[],
  { byAmount, takesBack }: Matching,
): Match[] {
  const left = new Map(entries.map((entry) => [entry.transferId, entry]));
  const open = new Set(lines);
  const matches: Match[] = [];
  const take = (line: OpenLine, found: readonly OpenEntry[]) => {
    matches.push({ line, entries: found });
    open.delete(line);
    for (const { transferId } of found) left.delete(transferId);
  };
  for (const line of lines) {
    const entry = line.transferId === null ? undefined : left.get(line.transferId);
    if (entry?.cents === line.cents) take(line, [entry]);
  }
  if (takesBack) takeBack(open, take);
  const groups = Map.groupBy(
    [...left.values()].filter(({ group }) => group !== null),
    ({ group }) => group,
  );
  for (const part of [...groups.values()].flatMap(partsOf)) {
    const [first] = part;
    if (!first || part.length === 1 || !part.every(({ transferId }) => left.has(transferId))) continue;
    const sum = part.reduce((total, { cents }) => total + cents, 0n);
    const line = [...open].find((one) => byAmount(one) && one.cents === sum && isNear(one.day, first.day));
    if (line) take(line, part);
  }
  const waiting = Map.groupBy(
    [...left.values()].toSorted((one, other) => one.day.localeCompare(other.day)),
    ({ cents }) => cents,
  );
  for (const line of [...open].filter(byAmount).toSorted((one, other) => one.day.localeCompare(other.day))) {
    const alike = waiting.get(line.cents) ?? [];
    const place = alike.findIndex(({ day, transferId }) => left.has(transferId) && isNear(day, line.day));
    const [entry] = place === -1 ? [] : alike.splice(place, 1);
    if (entry) take(line, [entry]);
  }
  return matches;
}

/** Parts that the bank may book of a file: its total, or the money that came and that it took apart. */
function partsOf(file: readonly OpenEntry[]): (readonly OpenEntry[])[] {
  return [file, file.filter(({ cents }) => cents > 0n), file.filter(({ cents }) => cents < 0n)];
}

/** Lines with one reference and opposite amounts. */
function takeBack(open: Set<OpenLine>, take: (line: OpenLine, found: readonly OpenEntry[]) => void): void {
  for (const line of [...open]) {
    if (line.reference === '' || line.transferId !== null || !open.has(line)) continue;
    const other = [...open].find(({ reference, cents }) => reference === line.reference && cents === -line.cents);
    if (!other) continue;
    take(line, []);
    take(other, []);
  }
}
