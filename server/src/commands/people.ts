import { openProgrammes } from '../features/programme/public.ts';
import { parseArgs } from 'node:util';
import { atTheDatabase } from './at-the-database.ts';
import type { AppConfig } from '../config/config.ts';
import { listBrands } from '../features/brands/public.ts';
import {
  checkPeople,
  type CodeWays,
  DAY_ORDERS,
  type DayOrder,
  importPeople,
  PeopleFileError,
  planCodes,
} from '../features/issuing/public.ts';
import { openWakeUp } from '../platform/wake-up.ts';
import type { Database } from '../platform/database/database.ts';
import { dayAt } from '../platform/time/clock.ts';
import { openDueWork } from '../platform/due-work/due-work.ts';
import { openHashLimit } from '../platform/secrets/hash-limit.ts';
import { holdToIdentity } from '../platform/instance-identity.ts';
import { loadKeys } from '../platform/secrets/keys.ts';
import { openSecrets } from '../platform/secrets/secret-store.ts';

export type PeopleOptions = {
  readonly argv: readonly string[];
  readonly config: AppConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

const EXIT = { done: 0, refused: 1, usage: 2 } as const;
const PROGRESS_ROWS = 1_000;

const HELP = `npm run people -- check FILE [--brand BRAND]                  says everything that is wrong with the rows of a CSV or XLSX file.
                                                             Phone numbers without a country code are of the brand's
                                                             country; without a brand, of Australia. With a brand, also
                                                             whose activation code could not be sent
npm run people -- import FILE --brand BRAND --results FILE   makes holders, accounts and cards of them; each row is
                                                             accepted or refused in the results. Given again after it
                                                             was stopped, it goes on where it was
    --codes-later                                            also where texts or mail are off, so that activation codes
                                                             cannot be sent: two people send them with
                                                             npm run desk -- resend-messages within 30 days
    --dates day-first                                        what 3/4/1990 means in the whole file, also for check:
                                                             day-first or month-first. Otherwise such a row is refused`;

/** `npm run people`: holders, accounts and cards from a file of the issuer. Answers the exit code. */
export async function runPeople(options: PeopleOptions): Promise<number> {
  const { say, complain } = options;
  const given = parse(options.argv);
  try {
    if (given?.command === 'check') return await check(given, options);
    if (given?.command === 'import' && given.brand && given.results)
      return await store({ ...given, brand: given.brand, results: given.results }, options);
  } catch (error) {
    if (!(error instanceof PeopleFileError)) throw error;
    complain(error.message);
    return EXIT.refused;
  }
  const isAsked = options.argv.length === 0;
  (isAsked ? say : complain)(HELP);
  return isAsked ? EXIT.done : EXIT.usage;
}

function parse(argv: readonly string[]) {
  try {
    const options = {
      brand: { type: 'string' },
      results: { type: 'string' },
      'codes-later': { type: 'boolean', default: false },
      dates: { type: 'string' },
    } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [command, file, ...more] = positionals;
    const { brand, results, 'codes-later': isCodesLater } = values;
    const days = DAY_ORDERS.find((order) => order === values.dates);
    if (values.dates !== undefined && days === undefined) return undefined;
    return command && file && more.length === 0 ? { command, file, brand, results, isCodesLater, days } : undefined;
  } catch {
    return undefined;
  }
}

type Checked = {
  readonly file: string;
  readonly brand?: string | undefined;
  readonly days: DayOrder | undefined;
};

async function check({ file, brand, days }: Checked, { config, say, complain }: PeopleOptions): Promise<number> {
  const today = dayAt(Date.now());
  if (brand === undefined)
    return said(file, await checkPeople(file, { today, country: 'AU', days }), { say, complain });
  return atTheDatabase(config, complain, async ({ database }) => {
    const found = await findBrand(database, brand, complain);
    if (!found) return EXIT.refused;
    const reading = { today, country: found.settings.DefaultCountry, days };
    const code = said(file, await checkPeople(file, reading), { say, complain });
    const ctx = { config, programmes: await readProgrammes(database) };
    sayWays(file, await planCodes(ctx, found.tenantId, file, reading), { say, complain });
    return code;
  });
}

type Lines = Pick<PeopleOptions, 'say' | 'complain'>;

function said(file: string, { rows, findings }: Awaited<ReturnType<typeof checkPeople>>, { say, complain }: Lines) {
  for (const finding of findings) complain(`${file}: ${finding}`);
  if (findings.length > 0) return EXIT.refused;
  say(`nothing is wrong with ${rows} rows`);
  return EXIT.done;
}

/** Says how activation codes would leave, where it is not as the rows ask. */
function sayWays(file: string, { byMailInstead, unsent, why }: CodeWays, { say, complain }: Lines): void {
  if (byMailInstead > 0) say(`texts are off: ${byMailInstead} activation codes go by mail instead`);
  for (const line of why) complain(`${file}: ${line}`);
  if (unsent > why.length) complain(`${file}: and ${unsent - why.length} rows more`);
}

async function findBrand(database: Database, identifier: string, complain: (line: string) => void) {
  const brand = (await listBrands(database)).find((each) => each.identifier === identifier);
  if (!brand) complain(`${identifier} is none of the brands`);
  return brand;
}

async function readProgrammes(database: Database) {
  const programmes = openProgrammes(database);
  await programmes.refresh();
  return programmes;
}

type Given = {
  readonly file: string;
  readonly brand: string;
  readonly results: string;
  /** Rows are imported whose activation code cannot be sent yet. */
  readonly isCodesLater: boolean;
  readonly days: DayOrder | undefined;
};

async function store(
  { file, brand: identifier, results, isCodesLater, days }: Given,
  { config, env, say, complain }: PeopleOptions,
): Promise<number> {
  const keys = loadKeys(config, env);
  return atTheDatabase(config, complain, async ({ database, clocks }) => {
    await holdToIdentity(database, config.mode, keys);
    const brand = await findBrand(database, identifier, complain);
    if (!brand) return EXIT.refused;
    const secrets = openSecrets(keys, openHashLimit(config.hashing));
    const programmes = await readProgrammes(database);
    const country = brand.settings.DefaultCountry;
    const reading = { today: dayAt(clocks.business.now()), country, days };
    const ways = await planCodes({ config, programmes }, brand.tenantId, file, reading);
    sayWays(file, ways, { say, complain });
    if (ways.unsent > 0 && !isCodesLater) {
      complain(
        `${ways.unsent} activation codes cannot be sent, and nothing was imported. Set up texts or mail first, or give --codes-later and send them later`,
      );
      return EXIT.refused;
    }
    const dueWork = openDueWork(clocks);
    const ctx = { database, clocks, config, secrets, programmes, outboxWakeUp: openWakeUp(), dueWork };
    const place = { tenantId: brand.tenantId, brandId: brand.id };
    let reported = 0;
    const done = await importPeople(ctx, place, { file, results, country, days }, ({ accepted, known, refused }) => {
      const rows = accepted + known + refused;
      if (rows - reported < PROGRESS_ROWS) return;
      reported = rows;
      say(`${rows} rows`);
    });
    say(
      `${done.accepted} accepted, ${done.known} were there already, ${done.refused} refused: ${results} has each row`,
    );
    if (ways.unsent > 0)
      complain(
        'activation codes were not sent: once texts or mail are on, npm run desk -- resend-messages sends them, by two people, within 30 days',
      );
    if (done.withoutAddress > 0)
      complain(
        `${done.withoutAddress} cards are to be made and have no address to be sent to: their orders wait at the desk, npm run desk -- dead-letters, until there is one`,
      );
    return done.refused > 0 ? EXIT.refused : EXIT.done;
  });
}
