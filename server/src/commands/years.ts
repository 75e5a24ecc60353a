import { ConfigError, type AppConfig } from '../config/config.ts';
import { deletableFrom } from '../platform/time/retention.domain.ts';
import { asPartsOwner, detachPart, dropPart, listParts, type Part, PartError } from '../platform/database/parts.ts';
import { attachDatabase } from '../postgres/attach-database.ts';

export type YearsOptions = {
  readonly argv: readonly string[];
  readonly config: Pick<AppConfig, 'mode' | 'dataFolder' | 'databaseUrl' | 'databaseOwnerUrl'>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

const EXIT = { done: 0, refused: 1, usage: 2 } as const;

const HELP = `npm run years -- list                 the years of audit_log and statement, their size, and which may go
npm run years -- detach TABLE YEAR    takes a year out of its table, while servers work; its rows stay beside it
npm run years -- drop TABLE YEAR      deletes a year that was detached`;

/** `npm run years`: detaches years whose legal retention has ended. Returns the exit code. */
export async function runYears(options: YearsOptions): Promise<number> {
  const { argv, now, say, complain } = options;
  const [command, table, year, ...more] = argv;
  const work = more.length === 0 ? workOf(command, table, year) : undefined;
  if (!work) {
    (command === undefined ? say : complain)(HELP);
    return command === undefined ? EXIT.done : EXIT.usage;
  }
  const source = await attachDatabase(options.config, complain);
  try {
    if (source.ownerUrl === undefined) throw new ConfigError('The owner lets years go: set DATABASE_OWNER_URL.');
    for (const line of await asPartsOwner(source.ownerUrl, (client) => work(client, now()))) say(line);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof PartError)) throw error;
    complain(error.message);
    return EXIT.refused;
  } finally {
    await source.stop();
  }
}

type Client = Parameters<Parameters<typeof asPartsOwner>[1]>[0];
type Work = (client: Client, nowMs: number) => Promise<readonly string[]>;

function workOf(command: string | undefined, table = '', year = ''): Work | undefined {
  if (command === 'list' && table === '') {
    return async (client, nowMs) => (await listParts(client)).map((part) => lineOf(part, nowMs));
  }
  if (!/^\d{4}$/.test(year)) return undefined;
  const asked = { table, year: Number(year) };
  if (command === 'detach') {
    return async (client, nowMs) => {
      await detachPart(client, { ...asked, nowMs });
      return [`${table}_${year} is detached: copy it (pg_dump --table ${table}_${year}) if you want to, then drop it`];
    };
  }
  if (command !== 'drop') return undefined;
  return async (client, nowMs) => {
    await dropPart(client, { ...asked, nowMs });
    return [`${table}_${year} is gone`];
  };
}

function lineOf({ name, year, state, rows, bytes }: Part, nowMs: number): string {
  const size = `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  const until = year === undefined ? '' : new Date(deletableFrom(year)).toISOString().slice(0, 10);
  const rule =
    year === undefined ? 'stays' : nowMs < deletableFrom(year) ? `kept until ${until}` : `may go since ${until}`;
  return `${name.padEnd(16)}  ${state.padEnd(9)}  ${String(Math.round(rows)).padStart(12)} rows  ${size.padStart(12)}  ${rule}`;
}
