/** Line of a statement that is not matched yet. */
export type OpenLine = {
  readonly statementId: bigint;
  readonly line: number;
  readonly day: string;
  readonly cents: bigint;
  readonly reference: string;
  /** Entries of the books that have this reference, or one of several. None: the reference is none of ours. */
  readonly transferIds: readonly bigint[];
};

/** Entry of the books that is not matched yet. */
export type OpenEntry = {
  readonly transferId: bigint;
  readonly day: string;
  readonly cents: bigint;
  /** File of the bank that it came with; null: with none. */
  readonly group: string | null;
  /** Part of a charge of the gateway, which is one line with its other entries; null: none is known. */
  readonly part: ChargePart | null;
};

/** A part of a charge of the gateway: the charge itself, its chargeback, or one of its refunds. */
export type ChargePart = { readonly charge: string; readonly name: string };

/** `line` null: entries that undo each other, which are in no statement. */
export type Match = { readonly line: OpenLine | null; readonly entries: readonly OpenEntry[] };

/** Entries that are one line. */
type Unit = {
  readonly charge: string | null;
  readonly day: string;
  readonly cents: bigint;
  readonly entries: readonly OpenEntry[];
};

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
 * Finds the entries that the lines are: by reference and amount, of the gateway all entries of a part of a charge;
 * several lines with one reference by their sum; a line that another one reverses; the total of a file; then equal
 * amounts within 5 days, the oldest first. It credits no one, so equal entries are interchangeable.
 */
export function matchLines(
  lines: readonly OpenLine[],
  entries: readonly OpenEntry[],
  { byAmount, takesBack }: Matching,
): Match[] {
  const left = new Map(entries.map((entry) => [entry.transferId, entry]));
  const open = new Set(lines);
  const matches: Match[] = [];
  const take = (line: OpenLine | null, found: readonly OpenEntry[]) => {
    matches.push({ line, entries: found });
    if (line) open.delete(line);
    for (const { transferId } of found) left.delete(transferId);
  };
  const parts = unitsOf(entries.filter(({ part }) => part !== null));
  const ofCharges = Map.groupBy(parts, ({ charge }) => charge);
  const isLeft = (unit: Unit) => unit.entries.every(({ transferId }) => left.has(transferId));
  for (const line of lines) {
    const ofCharge = ofCharges.get(line.reference)?.find((unit) => unit.cents === line.cents && isLeft(unit));
    if (ofCharge) take(line, ofCharge.entries);
    const named = namedBy(line, left);
    if (open.has(line) && named && sumOf(named) === line.cents) take(line, named);
  }
  for (const alike of Map.groupBy(open, ({ reference }) => reference).values()) {
    // A line that was corrected by another one is what both come to.
    const [first, ...others] = alike;
    const named = first && others.length > 0 ? namedBy(first, left) : undefined;
    if (!first || !named || sumOf(named) !== sumOf(alike)) continue;
    take(first, named);
    for (const other of others) take(other, []);
  }
  for (const unit of parts) if (unit.cents === 0n && isLeft(unit)) take(null, unit.entries);
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
    unitsOf([...left.values()]).toSorted((one, other) => one.day.localeCompare(other.day)),
    ({ cents }) => cents,
  );
  for (const line of [...open].filter(byAmount).toSorted((one, other) => one.day.localeCompare(other.day))) {
    const alike = waiting.get(line.cents) ?? [];
    // A line that names a charge is none of another one.
    const place = alike.findIndex(
      ({ day, charge }) => isNear(day, line.day) && (charge === null || line.transferIds.length === 0),
    );
    const [unit] = place === -1 ? [] : alike.splice(place, 1);
    if (unit) take(line, unit.entries);
  }
  return matches;
}

const sumOf = (all: readonly { readonly cents: bigint }[]) => all.reduce((total, { cents }) => total + cents, 0n);

/** All entries that a line names, where none of them is matched or a part of a charge. */
function namedBy({ transferIds }: OpenLine, left: ReadonlyMap<bigint, OpenEntry>): readonly OpenEntry[] | undefined {
  const named = transferIds.flatMap((id) => left.get(id) ?? []);
  const isWhole = named.length > 0 && named.length === transferIds.length && named.every(({ part }) => part === null);
  return isWhole ? named : undefined;
}

/** All entries of each part of a charge together, and every other entry by itself. */
function unitsOf(entries: readonly OpenEntry[]): Unit[] {
  const groups = Map.groupBy(entries, ({ transferId, part }) =>
    part ? JSON.stringify([part.charge, part.name]) : transferId,
  );
  return [...groups.values()].flatMap((found) => {
    const [first] = found;
    const cents = found.reduce((sum, entry) => sum + entry.cents, 0n);
    return first ? [{ charge: first.part?.charge ?? null, day: first.day, cents, entries: found }] : [];
  });
}

/** Parts that the bank may book of a file: its total, or the money that came and that it took apart. */
function partsOf(file: readonly OpenEntry[]): (readonly OpenEntry[])[] {
  return [file, file.filter(({ cents }) => cents > 0n), file.filter(({ cents }) => cents < 0n)];
}

/** Lines with one reference and opposite amounts. */
function takeBack(open: Set<OpenLine>, take: (line: OpenLine, found: readonly OpenEntry[]) => void): void {
  for (const line of Array.from(open)) {
    if (line.reference === '' || line.transferIds.length > 0 || !open.has(line)) continue;
    const other = [...open].find(({ reference, cents }) => reference === line.reference && cents === -line.cents);
    if (!other) continue;
    take(line, []);
    take(other, []);
  }
}
