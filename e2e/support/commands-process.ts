import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { runProducts } from '../../server/src/commands/products.ts';
import { runBrands } from '../../server/src/commands/brands.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { runPeople } from '../../server/src/commands/people.ts';
import { plainFault } from '../../server/src/start/plain-fault.ts';
import { loadKeys } from '../../server/src/platform/secrets/keys.ts';
import { runSim } from '../../server/src/commands/sim.ts';
import type { Command, CommandResult } from './commands.ts';

/**
 * Runs commands of the product (`npm run people`, `sim`, `brands`, `products`) for the tests, through the functions that their
 * programs in tools/ call. A process for each command would take most of a second to load.
 */
async function run({ command, args, env }: Command): Promise<CommandResult> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const say = (line: string) => stdout.push(`${line}\n`);
  const complain = (line: string) => stderr.push(`${line}\n`);
  const answer = (status: number) => ({ status, stdout: stdout.join(''), stderr: stderr.join('') });
  try {
    const config = readConfig(env, (file) => resolve(file));
    const given = { argv: args, config, say, complain };
    switch (command) {
      case 'people':
        return answer(await runPeople({ ...given, env }));
      case 'brands':
        return answer(await runBrands(given));
      case 'products':
        return answer(await runProducts(given));
      case 'sim':
        return answer(await runSim({ ...given, readKeys: () => loadKeys(config, env), now: () => Date.now() }));
    }
  } catch (error) {
    complain(plainFault(error) ?? String(error));
    return answer(1);
  }
}

const server = createServer((request, response) => {
  void text(request)
    .then((body) => run(JSON.parse(body) as Command))
    .then((result) => response.end(JSON.stringify(result)));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
// Exits with the runner that started it.
process.on('disconnect', () => process.exit());
