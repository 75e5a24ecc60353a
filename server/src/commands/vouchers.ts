import { parseArgs } from 'node:util';
import { atTheDatabase } from './at-the-database.ts';
import type { AppConfig } from '../config/config.ts';
import { listBrands } from '../features/brands/public.ts';
import { importVouchers, VoucherFileError, voucherLines } from '../features/topup/public.ts';
import { openHashLimit } from '../platform/secrets/hash-limit.ts';
import { holdToIdentity } from '../platform/instance-identity.ts';
import { loadKeys } from '../platform/secrets/keys.ts';
import { dollarsOf } from '../platform/money.ts';
import { openSecrets } from '../platform/secrets/secret-store.ts';

export type VouchersOptions = {
  readonly argv: readonly string[];
  readonly config: AppConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

const EXIT = { done: 0, refused: 1, usage: 2 } as const;

const HELP = `npm run vouchers -- import FILE --brand BRAND   reads printed vouchers of a CSV file (number,code,amount,expires).
                                              They count when two members of staff have taken the import`;

/** `npm run vouchers`: vouchers of a file. Answers the exit code. */
export async function runVouchers({ argv, config, env, say, complain }: VouchersOptions): Promise<number> {
  const given = parse(argv);
  if (!given) {
    const isAsked = argv.length === 0;
    (isAsked ? say : complain)(HELP);
    return isAsked ? EXIT.done : EXIT.usage;
  }
  const keys = loadKeys(config, env);
  return atTheDatabase(config, complain, async ({ database, clocks }) => {
    await holdToIdentity(database, config.mode, keys);
    const brand = (await listBrands(database)).find(({ identifier }) => identifier === given.brand);
    if (!brand) {
      complain(`${given.brand} is none of the brands`);
      return EXIT.refused;
    }
    const ctx = { database, clocks, secrets: openSecrets(keys, openHashLimit(config.hashing)) };
    try {
      const { tenantId, id: brandId } = brand;
      const { id, vouchers, amount, state } = await importVouchers(
        ctx,
        { tenantId, brandId },
        voucherLines(given.file),
      );
      const read = `import ${id}: ${vouchers} vouchers worth ${dollarsOf(amount)}`;
      if (state === 'Taken') say(`${read} are taken already`);
      else say(`${read} wait for two members of staff: npm run desk -- take-vouchers ${id}`);
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof VoucherFileError)) throw error;
      for (const fault of error.message.split('\n')) complain(`${given.file}: ${fault}`);
      return EXIT.refused;
    }
  });
}

function parse(argv: readonly string[]) {
  try {
    const options = { brand: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [command, file, ...more] = positionals;
    const { brand } = values;
    return command === 'import' && file && brand && more.length === 0 ? { file, brand } : undefined;
  } catch {
    return undefined;
  }
}
