import path from 'node:path';
import { readConfig } from '../server/src/config/config.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';
import { runYears } from '../server/src/commands/years.ts';

/** `npm run years -- detach audit_log 2018`: detaches a year whose legal retention has ended. */
try {
  process.exitCode = await runYears({
    argv: process.argv.slice(2),
    config: readConfig(process.env, (file) => path.resolve(file)),
    now: () => Date.now(),
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
