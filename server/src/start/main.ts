import path from 'node:path';
import { rulesOf } from '../config/mode.ts';
import { readConfig } from '../config/config.ts';
import type { DatabaseSource } from '../postgres/database-source.ts';
import { loadKeys } from '../platform/secrets/keys.ts';
import { plainFault } from './plain-fault.ts';
import { logFileFor, start } from './start.ts';
import { openTerminal } from './terminal.ts';

/** Ctrl-C is received from the terminal and from npm. Signals within this time count as one. */
const SAME_WISH_MS = 1_000;

const terminal = openTerminal(process.stdout);
const giveUp = new AbortController();
let database: DatabaseSource | undefined;
let wishedAt: number | undefined;
let stop: (() => Promise<void>) | undefined;

function wishToStop(): void {
  const now = performance.now();
  if (wishedAt === undefined) {
    wishedAt = now;
    giveUp.abort();
    if (stop) void shutDown(stop);
    else terminal.report('Stopping as soon as this step is done');
  } else if (now - wishedAt > SAME_WISH_MS) {
    terminal.say('Stopping at once.');
    database?.abandon();
    process.exit(130);
  }
}

async function shutDown(stopServer: () => Promise<void>): Promise<void> {
  terminal.report('Stopping: requests under way are finished first');
  try {
    await stopServer();
    terminal.say('Stopped.');
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

/** Ends the process: a fault that an operator can fix is one line, a bug shows its stack. */
function fail(error: unknown): never {
  terminal.complain(plainFault(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, wishToStop);
// When started by the tools, the server stops when they are killed.
process.on('disconnect', wishToStop);
process.channel?.unref();

try {
  const config = readConfig(process.env, (file) => path.resolve(file));
  const keys = loadKeys(config, process.env);
  if (rulesOf(config.mode).isService && !process.stdout.isTTY) terminal.writeJson();
  const logFile = logFileFor(config, process.stdout.isTTY);
  const running = await start({ config, keys, logFile, report: terminal.report, signal: giveUp.signal }, (source) => {
    database = source;
  });
  if (giveUp.signal.aborted) {
    await shutDown(running.stop);
  } else {
    stop = running.stop;
    terminal.welcome(running.baseUrl, config, logFile);
  }
} catch (error) {
  if (giveUp.signal.aborted) process.exit(130);
  fail(error);
}
