import { type Mode, rulesOf } from '../config/mode.ts';
import { atTheDatabase } from './at-the-database.ts';
import type { AppConfig } from '../config/config.ts';
import {
  checkProduct,
  findLeftInProduct,
  importProduct,
  listProducts,
  ProductFileError,
  productFilesIn,
} from '../features/products/public.ts';

export type ProductsOptions = {
  readonly argv: readonly string[];
  readonly config: Pick<AppConfig, 'mode' | 'dataFolder' | 'databaseUrl' | 'databaseOwnerUrl'>;
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

const EXIT = { done: 0, refused: 1, usage: 2 } as const;

const HELP = `npm run products -- check PLACE …    says everything that is wrong with the files of products; in production also what is still the demo's
npm run products -- import PLACE …   checks them and stores the products; running servers use them at once
npm run products -- list             the products of the database, with their versions
PLACE is a file, or a folder whose JSON files are products`;

/** `npm run products`: lists, checks and imports products. Answers the exit code. */
export async function runProducts(options: ProductsOptions): Promise<number> {
  const [command, ...places] = options.argv;
  const { config, complain, say } = options;
  if (command === 'list' && places.length === 0) {
    const products = await atTheDatabase(config, complain, ({ database }) => listProducts(database));
    for (const { id, name, brand, scheme, version } of products)
      say(`${id}\t${name}\t${brand}, ${scheme}\tversion ${version}`);
    return EXIT.done;
  }
  if (command === 'check' && places.length > 0) return each(places, options, (file) => check(file, config.mode));
  if (command === 'import' && places.length > 0) {
    return atTheDatabase(config, complain, (ctx) =>
      each(places, options, async (file) => {
        const { product, version, isChanged, hints } = await importProduct(ctx, file, config.mode);
        for (const hint of hints) say(`${product.name}: ${hint}`);
        return `${product.name}: ${isChanged ? `imported as version ${version}` : `nothing has changed, version ${version}`}`;
      }),
    );
  }
  (command === undefined ? say : complain)(HELP);
  return command === undefined ? EXIT.done : EXIT.usage;
}

async function check(file: string, mode: Mode): Promise<string> {
  const product = await checkProduct(file, mode);
  const left = !rulesOf(mode).hasDemo ? findLeftInProduct(product) : [];
  if (left.length > 0) throw new ProductFileError(file, left);
  return `${product.name}: nothing is wrong with it`;
}

/** Processes each file separately: an error in one does not affect the next. */
async function each(
  places: readonly string[],
  { say, complain }: ProductsOptions,
  work: (file: string) => Promise<string>,
): Promise<number> {
  let code: number = EXIT.done;
  for (const place of places) {
    const files = await productFilesIn(place);
    if (files.length === 0) {
      complain(`${place}: holds no product`);
      code = EXIT.refused;
    }
    for (const file of files) {
      try {
        say(await work(file));
      } catch (error) {
        if (!(error instanceof ProductFileError)) throw error;
        complain(error.message);
        code = EXIT.refused;
      }
    }
  }
  return code;
}
