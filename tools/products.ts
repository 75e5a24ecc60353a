import path from 'node:path';
import { readConfig } from '../server/src/config/config.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';
import { runProducts } from '../server/src/commands/products.ts';

/** `npm run products -- import DIR`: products in from their files. */
try {
  process.exitCode = await runProducts({
    argv: process.argv.slice(2),
    config: readConfig(process.env, (file) => path.resolve(file)),
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
