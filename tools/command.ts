import path from 'node:path';
import { readConfig } from '../server/src/config/config.ts';
import { findSealKey, loadKeys } from '../server/src/platform/secrets/keys.ts';
import { sealWith } from '../server/src/platform/secrets/secret-store.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';

/**
 * Commands of npm that read the settings, say lines and answer an exit code: `npm run brands -- import DIR` is
 * `command.ts brands import DIR`. Each loads its own code alone.
 */
const COMMANDS = {
  brands: async () => (await import('../server/src/commands/brands.ts')).runBrands(given),
  config: async () =>
    (await import('../server/src/commands/config.ts')).runConfig({
      argv,
      env: process.env,
      resolve: (file) => path.resolve(file),
      say: given.say,
      complain: given.complain,
    }),
  directories: async () => (await import('../server/src/commands/directories.ts')).runDirectories(given),
  holidays: async () => (await import('../server/src/commands/holidays.ts')).runHolidays(given),
  people: async () => (await import('../server/src/commands/people.ts')).runPeople(given),
  products: async () => (await import('../server/src/commands/products.ts')).runProducts(given),
  sim: async () => (await import('../server/src/commands/sim.ts')).runSim({ ...given, readKeys }),
  tenant: async () => (await import('../server/src/commands/tenant.ts')).runTenant({ ...given, seal: findSeal() }),
  vouchers: async () => (await import('../server/src/commands/vouchers.ts')).runVouchers(given),
  years: async () => (await import('../server/src/commands/years.ts')).runYears(given),
};

const [name = '', ...argv] = process.argv.slice(2);
const given = {
  argv,
  env: process.env,
  get config() {
    return readConfig(process.env, (file) => path.resolve(file));
  },
  now: () => Date.now(),
  say: (line: string) => console.log(line),
  complain: (line: string) => console.error(line),
};
const readKeys = () => loadKeys(given.config, process.env);

function findSeal() {
  const key = findSealKey(given.config, process.env);
  return key && sealWith(key);
}

try {
  process.exitCode = await COMMANDS[name as keyof typeof COMMANDS]();
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
