import type { AppContext } from '../../server/src/compose/context.ts';
import { givenCardholder, type Cardholder } from './fixture.ts';
import type { Note } from './figures.ts';
import type { BenchOptions } from './options.ts';
import { initialiseTpcB, runTpcB } from './pgbench.ts';
import { type BenchDatabase, type BenchPostgres, rest } from './postgres.ts';
import { openContext, startServer } from './server.ts';

/** Database with its own server and a cardholder with posted rows. */
export type Place = {
  readonly database: BenchDatabase;
  readonly ctx: AppContext;
  readonly server: { readonly baseUrl: string };
  readonly holder: Cardholder;
  readonly rows: number;
};

/** Places and servers shared by the measurements of a run; each is created once. */
export type Stage = {
  readonly options: BenchOptions;
  readonly postgres: BenchPostgres;
  place(name: 'few' | 'many'): Promise<Place>;
  /** Takes samples between two runs of TPC-B. */
  besideTpcB<Samples>(take: () => Promise<Samples>): Promise<Beside<Samples>>;
  say(line: string): void;
  /** Called when the run ends, last first. */
  defer(close: () => Promise<void>): void;
};

/** Prepares a measurement once before the first round, and returns a function that takes its samples in each round. */
export type Measurement = (stage: Stage) => Promise<(note: Note) => Promise<void>>;

/** Posted rows of the small account, and of the cardholder of the card home. */
const FEW_ROWS = 1_000;

export type OpenStage = Stage & {
  /** Assigns later figures to another round. */
  beginRound(note: Note): void;
};

export async function openStage(
  options: BenchOptions,
  postgres: BenchPostgres,
  opened: AsyncDisposableStack,
  say: (line: string) => void,
): Promise<OpenStage> {
  const places = new Map<string, Promise<Place>>();
  const make = async (name: string, rows: number): Promise<Place> => {
    const database = await postgres.createDatabase(name);
    // Before the rows, so that a server that does not start is detected early.
    const server = await startServer(database);
    opened.defer(() => server.stop());
    const ctx = openContext(database);
    opened.defer(() => ctx.close());
    const begin = performance.now();
    const holder = await givenCardholder(ctx, database.ownerUrl, rows);
    say(`${rows} posted rows in ${name}: ${Math.round((performance.now() - begin) / 1000)} s`);
    return { database, ctx, holder, server, rows };
  };
  const tpcBUrl = options.only.some((name) => USES_TPC_B.has(name)) ? await prepareTpcB() : undefined;
  let note: Note = () => {};
  return {
    options,
    postgres,
    say,
    defer: (close) => opened.defer(close),
    place(name) {
      const made = places.get(name) ?? make(name, name === 'few' ? FEW_ROWS : options.rows);
      places.set(name, made);
      return made;
    },
    besideTpcB: (take) => beside(async () => tpcB(), take),
    beginRound(noteOfRound) {
      note = noteOfRound;
    },
  };

  function tpcB(): number {
    if (tpcBUrl === undefined) throw new Error('TPC-B was not prepared');
    rest();
    const perSecond = runTpcB(tpcBUrl, options.seconds);
    note('TPC-B by pgbench', perSecond);
    return perSecond;
  }

  async function prepareTpcB(): Promise<string> {
    const begin = performance.now();
    const url = await postgres.createBareDatabase('tpcb');
    initialiseTpcB(url, options.scale);
    say(`TPC-B at scale ${options.scale}: ${Math.round((performance.now() - begin) / 1000)} s`);
    return url;
  }
}

export type Beside<Samples> = {
  /** Mean of the reference before and after the samples. */
  readonly bare: number;
  readonly samples: Samples;
};

/** Takes samples between two of their reference, because the speed of a machine varies. */
export async function beside<Samples>(
  bare: () => Promise<number>,
  take: () => Promise<Samples>,
): Promise<Beside<Samples>> {
  const before = await bare();
  const samples = await take();
  return { bare: (before + (await bare())) / 2, samples };
}

/** Measurements with TPC-B as reference. */
const USES_TPC_B: ReadonlySet<string> = new Set(['transfers', 'ledger', 'authorisations']);
