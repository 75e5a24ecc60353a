import path from 'node:path';
import { runBrands } from '../server/src/commands/brands.ts';
import { readConfig } from '../server/src/config/config.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';

/** `npm run brands -- import DIR`: brands in and out of their folders. */
try {
  process.exitCode = await runBrands({
    argv: process.argv.slice(2),
    config: readConfig(process.env, (file) => path.resolve(file)),
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
