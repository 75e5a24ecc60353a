import path from 'node:path';
import { readConfig } from '../server/src/config/config.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';
import { loadKeys } from '../server/src/platform/keys.ts';
import { runSim } from '../server/src/commands/sim.ts';

/** `npm run sim -- purchase …`: the card network's side of a purchase. */
try {
  const config = readConfig(process.env, (file) => path.resolve(file));
  process.exitCode = await runSim({
    argv: process.argv.slice(2),
    config,
    readKeys: () => loadKeys(config, process.env),
    now: () => Date.now(),
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
