import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { PROCESSOR_SECRETS, type RunningServer } from './running-server.ts';
import { settingsFrom, workspaceNode } from './workspace-node.ts';

const VARIABLE = 'WATTLE_E2E_COMMANDS';

export type Command = {
  readonly command: 'people' | 'sim' | 'brands' | 'products';
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
};
export type CommandResult = { readonly status: number; readonly stdout: string; readonly stderr: string };

type Place = Pick<RunningServer, 'url' | 'folder'>;

/** Starts the process that runs commands for all workers. Returns a function that ends it. */
export async function startCommands(): Promise<() => void> {
  const child = spawn(workspaceNode(), [resolve(import.meta.dirname, 'commands-process.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
  if (child.exitCode !== null) throw new Error('The process that runs commands has ended');
  process.env[VARIABLE] = `http://127.0.0.1:${String(port)}`;
  return () => {
    // An interrupted run has ended it too.
    if (child.connected) child.disconnect();
  };
}

/** Runs a command of the product on a running server, like `npm run`. */
async function runCommand(server: Place, command: Command['command'], args: readonly string[]): Promise<CommandResult> {
  const address = process.env[VARIABLE];
  if (!address) throw new Error('Start the specs through playwright.config.ts');
  const env = {
    ...settingsFrom(process.env),
    ...PROCESSOR_SECRETS,
    WATTLE_DATA: join(server.folder, 'data'),
    PORT: new URL(server.url).port,
  };
  const body: Command = { command, args, env };
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as CommandResult;
}

/** Runs one `npm run sim` command against the running server and returns its JSON line. */
export async function runSim(server: Place, args: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await runCommand(server, 'sim', args);
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) throw new Error(`sim ${args.join(' ')} answered no JSON: ${stdout}${stderr}`);
  return JSON.parse(line) as Record<string, unknown>;
}

/** Runs one `npm run brands` command against the running server's database. */
export function runBrands(server: Place, args: readonly string[]): Promise<CommandResult> {
  return runCommand(server, 'brands', args);
}

/** Runs one `npm run products` command against the running server's database. */
export async function runProducts(server: Place, args: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = await runCommand(server, 'products', args);
  if (status !== 0) throw new Error(`products ${args.join(' ')} ended with ${String(status)}: ${stdout}${stderr}`);
}

/** Runs one `npm run people` command against the running server's database. */
export async function runPeople(server: Place, args: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = await runCommand(server, 'people', args);
  if (status !== 0) throw new Error(`people ${args.join(' ')} ended with ${String(status)}: ${stdout}${stderr}`);
}
