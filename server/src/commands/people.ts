import { openProgrammes } from '../features/programme/public.ts';
import { parseArgs } from 'node:util';
import { atTheDatabase } from './at-the-database.ts';
import type { AppConfig } from '../config/config.ts';
import { listBrands } from '../features/brands/public.ts';
import { checkPeople, importPeople, PeopleFileError } from '../features/issuing/public.ts';
import { openWakeUp } from '../platform/wake-up.ts';
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

const HELP = `npm run people -- check FILE [--brand BRAND]                  says everything that is wrong with the rows of a CSV file.
                                                             Phone numbers without a country code are of the brand's
                                                             country; without a brand, of Australia
npm run people -- import FILE --brand BRAND --results FILE   makes holders, accounts and cards of them; each row is
                                                             accepted or refused in the results. Given again after it
                                                             was stopped, it goes on where it was`;

/** `npm run people`: holders, accounts and cards from a file of the issuer. Answers the exit code. */
export async function runPeople(options: PeopleOptions): Promise<number> {
  const { say, complain } = options;
  const given = parse(options.argv);
  try {
    if (given?.command === 'check') return await check(given, options);
    if (given?.command === 'import' && given.brand && given.results)
      return await store({ file: given.file, brand: given.brand, results: given.results }, options);
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
    const options = { brand: { type: 'string' }, results: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [command, file, ...more] = positionals;
    return command && file && more.length === 0 ? { command, file, ...values } : undefined;
  } catch {
    return undefined;
  }
}

type Checked = { readonly file: string; readonly brand?: string | undefined };

async function check({ file, brand }: Checked, { config, say, complain }: PeopleOptions): Promise<number> {
  const country = brand === undefined ? 'AU' : await countryOf(brand, config, complain);
  if (country === undefined) return EXIT.refused;
  const { rows, findings } = await checkPeople(file, { today: dayAt(Date.now()), country });
  for (const finding of findings) complain(`${file}: ${finding}`);
  if (findings.length > 0) return EXIT.refused;
  say(`nothing is wrong with ${rows} rows`);
  return EXIT.done;
}

/** Country in which the people of a brand write their phone numbers. */
async function countryOf(
  identifier: string,
  config: AppConfig,
  complain: (line: string) => void,
): Promise<string | undefined> {
  return atTheDatabase(config, complain, async ({ database }) => {
    const brand = (await listBrands(database)).find((each) => each.identifier === identifier);
    if (!brand) complain(`${identifier} is none of the brands`);
    return brand?.settings.DefaultCountry;
  });
}

async function store(
  { file, brand: identifier, results }: { readonly file: string; readonly brand: string; readonly results: string },
  { config, env, say, complain }: PeopleOptions,
): Promise<number> {
  const keys = loadKeys(config, env);
  return atTheDatabase(config, complain, async ({ database, clocks }) => {
    await holdToIdentity(database, config.mode, keys);
    const brand = (await listBrands(database)).find((each) => each.identifier === identifier);
    if (!brand) {
      complain(`${identifier} is none of the brands`);
      return EXIT.refused;
    }
    const secrets = openSecrets(keys, openHashLimit(config.hashing));
    const programmes = openProgrammes(database);
    await programmes.refresh();
    const dueWork = openDueWork(clocks);
    const ctx = { database, clocks, config, secrets, programmes, outboxWakeUp: openWakeUp(), dueWork };
    const place = { tenantId: brand.tenantId, brandId: brand.id };
    let reported = 0;
    const done = await importPeople(
      ctx,
      place,
      { file, results, country: brand.settings.DefaultCountry },
      ({ accepted, known, refused }) => {
        const rows = accepted + known + refused;
        if (rows - reported < PROGRESS_ROWS) return;
        reported = rows;
        say(`${rows} rows`);
      },
    );
    say(
      `${done.accepted} accepted, ${done.known} were there already, ${done.refused} refused: ${results} has each row`,
    );
    if (done.withoutAddress > 0)
      complain(
        `${done.withoutAddress} cards are to be made and have no address to be sent to: their orders wait at the desk as dead letters (no_address)`,
      );
    return done.refused > 0 ? EXIT.refused : EXIT.done;
  });
}
