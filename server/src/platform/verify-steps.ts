/** A connection of the owner: it must see every tenant. A pg.Client or a client of a pool is one. */
export type OwnerConnection = {
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
};

/** A place where an invariant does not hold. */
export type Finding = {
  /** Its name: in ledger/invariants.ts, or that of a chain. */
  readonly invariant: string;
  /** Ids of the rows, `account 7, seq 3`. */
  readonly where: string;
  readonly detail: string;
};

/** What a step found: the first FINDINGS_KEPT places, and how many there are of each invariant. */
export type Found = {
  readonly findings: readonly Finding[];
  readonly broken: ReadonlyMap<string, number>;
};

/** One look at the whole database; the steps may run at the same time, on connections of one snapshot. */
export type Step = {
  readonly rule: string;
  /** `onPart` is told how much of it is done, between 0 and 1, where it knows. */
  run(connection: OwnerConnection, onPart: (part: number) => void): Promise<Found>;
};

/** A report names this many places of each kind and counts the rest. */
export const FINDINGS_KEPT = 100;

/** Keeps the first findings of each invariant and counts them all. */
export function openFindings(): Found & { add(finding: Finding): void } {
  const findings: Finding[] = [];
  const broken = new Map<string, number>();
  return {
    findings,
    broken,
    add(finding) {
      const before = broken.get(finding.invariant) ?? 0;
      if (before < FINDINGS_KEPT) findings.push(finding);
      broken.set(finding.invariant, before + 1);
    },
  };
}

/** Hands the rows of a query to `take`, a few at a time: memory stays the same however many there are. */
export async function stream(
  connection: OwnerConnection,
  sql: string,
  rowsAFetch: number,
  take: (row: Record<string, unknown>) => void,
): Promise<void> {
  await connection.query(`DECLARE stream NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const { rows } = await connection.query(`FETCH ${rowsAFetch} FROM stream`);
    for (const row of rows) take(row);
    if (rows.length < rowsAFetch) break;
  }
  await connection.query('CLOSE stream');
}

export type StepEnd = { readonly step: number; readonly rule: string; readonly found: Found };

/**
 * Runs the steps, as many at once as there are connections. `onPart` hears how much of all of them
 * is done, `onEnd` what each has found, in the order in which they end.
 */
export async function runSteps(
  connections: readonly OwnerConnection[],
  steps: readonly Step[],
  on: { part(done: number): void; end(end: StepEnd): void },
): Promise<Found> {
  const all: Found[] = [];
  const parts = steps.map(() => 0);
  const waiting = steps.entries();
  async function work(connection: OwnerConnection): Promise<void> {
    for (const [index, step] of waiting) {
      const tell = (part: number) => {
        parts[index] = part;
        on.part(parts.reduce((sum, one) => sum + one, 0) / steps.length);
      };
      const found = await step.run(connection, tell);
      all.push(found);
      on.end({ step: all.length, rule: step.rule, found });
      tell(1);
    }
  }
  await Promise.all(connections.map(work));
  return {
    findings: all.flatMap(({ findings }) => findings),
    broken: new Map(all.flatMap(({ broken }) => [...broken])),
  };
}
