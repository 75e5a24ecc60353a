import path from 'node:path';
import { readConfig } from '../server/src/config/config.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';
import { findSealKey } from '../server/src/platform/keys.ts';
import { sealWith } from '../server/src/platform/secret-store.ts';
import { runTenant } from '../server/src/commands/tenant.ts';

/** `npm run tenant -- move 7 b`: moves a tenant to another cluster while it works. */
try {
  const config = readConfig(process.env, (file) => path.resolve(file));
  const key = findSealKey(config, process.env);
  process.exitCode = await runTenant({
    argv: process.argv.slice(2),
    config,
    seal: key && sealWith(key),
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
