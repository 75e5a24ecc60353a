import { rulesOf } from '../config/mode.ts';
import { atTheDatabase } from './at-the-database.ts';
import type { AppConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import {
  BrandFileError,
  checkBrand,
  exportBrand,
  findLeftInBrand,
  findSiteElsewhere,
  importBrand,
  lineOf,
  listBrands,
  noteVersion,
  refuseUnknownDefault,
} from '../features/brands/public.ts';
import type { Database } from '../platform/database/database.ts';

export type BrandsOptions = {
  readonly argv: readonly string[];
  readonly config: Pick<
    AppConfig,
    'mode' | 'dataFolder' | 'databaseUrl' | 'databaseOwnerUrl' | 'defaultBrand' | 'origins' | 'desk'
  >;
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

type Config = BrandsOptions['config'];

const EXIT = { done: 0, refused: 1, usage: 2 } as const;

const HELP = `npm run brands -- check DIR …    says everything that is wrong with the files of a brand; in production also what is still the demo's, and a site at another host than ours
npm run brands -- import DIR …   checks them and publishes the brand as its next version; running servers show it within a second
npm run brands -- export NAME DIR   writes the published version of a brand to a folder, with its number in .version
npm run brands -- list           the brands of the database`;

/** `npm run brands`: lists, checks, imports and exports brands. Returns the exit code. */
export async function runBrands(options: BrandsOptions): Promise<number> {
  const [command, ...folders] = options.argv;
  const { config } = options;
  if (command === 'list' && folders.length === 0)
    return atTheDatabase(options.config, options.complain, (work) => list(work, options));
  if (command === 'check' && folders.length > 0) return each(folders, options, (folder) => check(folder, config));
  if (command === 'import' && folders.length > 0) {
    return atTheDatabase(options.config, options.complain, async (ctx) => {
      const code = await each(folders, options, (folder) => store(ctx, folder, config));
      return code === EXIT.done ? checkDefault(ctx, options) : code;
    });
  }
  const [name, folder] = folders;
  if (command === 'export' && folders.length === 2 && name !== undefined && folder !== undefined) {
    return atTheDatabase(options.config, options.complain, (ctx) =>
      each([folder], options, async (to) => {
        const version = await exportBrand(ctx, name, to);
        return `${name}: version ${version} is in ${to}`;
      }),
    );
  }
  (command === undefined ? options.say : options.complain)(HELP);
  return command === undefined ? EXIT.done : EXIT.usage;
}

type Work = { readonly database: Database; readonly clocks: Parameters<typeof importBrand>[0]['clocks'] };

/** Processes each brand separately: an error in one does not affect the next. */
async function each(
  folders: readonly string[],
  { say, complain }: BrandsOptions,
  work: (folder: string) => Promise<string>,
): Promise<number> {
  let code: number = EXIT.done;
  for (const folder of folders) {
    try {
      say(await work(folder));
    } catch (error) {
      if (!(error instanceof BrandFileError)) throw error;
      complain(error.message);
      code = EXIT.refused;
    }
  }
  return code;
}

async function check(folder: string, config: Config): Promise<string> {
  const { mode } = config;
  const { findings, identity, brand } = await checkBrand(folder, mode);
  if (findings.length > 0) throw new BrandFileError(folder, findings);
  const left = !rulesOf(mode).hasDemo && brand ? findLeftInBrand(brand) : [];
  if (left.length > 0) throw new BrandFileError(folder, left);
  const away = brand ? elsewhere(folder, brand.settings.BrandUrl, config) : [];
  return [...away, `${identity?.identifier}: nothing is wrong with it`].join('\n');
}

async function store(ctx: Work, folder: string, config: Config): Promise<string> {
  const { identifier, isChanged, version, beganFrom, left, site } = await importBrand(ctx, folder, config.mode);
  // A folder that says no version is not written to: it may be read-only.
  if (beganFrom !== undefined) await noteVersion(folder, version);
  const done = isChanged
    ? `${identifier}: imported as version ${version}, /${identifier}/ shows it`
    : `${identifier}: nothing has changed`;
  return [...left.map((finding) => lineOf(folder, finding)), ...elsewhere(folder, site, config), done].join('\n');
}

/** Lines about a site at another host than the deployment. They are not faults: a brand may have a separate host. */
function elsewhere(folder: string, site: string, config: Config): string[] {
  if (rulesOf(config.mode).hasDemo) return [];
  return findSiteElsewhere(site, config).map((finding) => lineOf(folder, finding));
}

/** After the last brand, the default brand has to be there, as when a server starts. */
async function checkDefault({ database }: Work, { config, complain }: BrandsOptions): Promise<number> {
  try {
    await refuseUnknownDefault(database, config.defaultBrand);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    complain(error.message);
    return EXIT.refused;
  }
}

async function list({ database }: Work, { say }: BrandsOptions): Promise<number> {
  for (const brand of await listBrands(database)) {
    say(
      `${brand.identifier}\t${brand.name}\tbrand ${brand.id}, tenant ${brand.tenantId} (${brand.tenantName})\t${brand.updatedAt}`,
    );
  }
  return EXIT.done;
}
