/** A connection as the owner, who sees every tenant: a pg.Client or a pool client. */
export type OwnerConnection = {
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
};

/** A violation of an invariant. */
export type Finding = {
  /** Name of the invariant, from ledger/invariants.ts or a chain. */
  readonly invariant: string;
  /** Ids of the rows, `account 7, seq 3`. */
  readonly where: string;
  readonly detail: string;
};

/** The findings of a step: the first FINDINGS_KEPT of each invariant, and the count of all. */
export type Found = {
  readonly findings: readonly Finding[];
  readonly broken: ReadonlyMap<string, number>;
};

/** One check over the whole database. Steps may run concurrently, on connections that share a snapshot. */
export type Step = {
  readonly rule: string;
  /** `onPart` is called with the progress from 0 to 1, if known. */
  run(connection: OwnerConnection, onPart: (part: number) => void): Promise<Found>;
};

/** A report lists this many findings of each kind and counts the rest. */
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

/** Passes the rows of a query to `take` in batches, with constant memory. */
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
 * Runs the steps, one per connection at a time. `onPart` is called with the overall progress, `onEnd` with
 * the findings of each step as it ends.
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
      const report = (part: number) => {
        parts[index] = part;
        on.part(parts.reduce((sum, one) => sum + one, 0) / steps.length);
      };
      const found = await step.run(connection, report);
      all.push(found);
      on.end({ step: all.length, rule: step.rule, found });
      report(1);
    }
  }
  await Promise.all(connections.map(work));
  return {
    findings: all.flatMap(({ findings }) => findings),
    broken: new Map(all.flatMap(({ broken }) => [...broken])),
  };
}
