import path from 'node:path';
import { readConfig } from '../server/src/config/config.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';
import { runPeople } from '../server/src/commands/people.ts';

/** `npm run people -- import FILE`: holders, accounts and cards from a file. */
try {
  process.exitCode = await runPeople({
    argv: process.argv.slice(2),
    env: process.env,
    config: readConfig(process.env, (file) => path.resolve(file)),
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
