import path from 'node:path';
import { readConfig } from '../server/src/config/config.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';
import { runHolidays } from '../server/src/commands/holidays.ts';

/** `npm run holidays -- load FILE`: the public holidays that business days are reckoned by. */
try {
  process.exitCode = await runHolidays({
    argv: process.argv.slice(2),
    config: readConfig(process.env, (file) => path.resolve(file)),
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
