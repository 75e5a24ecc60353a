import { homedir } from 'node:os';
import path from 'node:path';
import { ConfigError, readConfig } from '../server/src/config/config.ts';
import { openSecretPrompt, PromptAborted } from '../server/src/commands/desk/ask-secret.ts';
import { runDesk } from '../server/src/commands/desk.ts';
import { loadKeys } from '../server/src/platform/secrets/keys.ts';

/** `npm run desk -- COMMAND`: what the programme's staff do, at the desk of a running server. */
try {
  const config = readConfig(process.env, (file) => path.resolve(file));
  process.exitCode = await runDesk({
    argv: process.argv.slice(2),
    config,
    readKeys: () => loadKeys(config, process.env),
    sessionFile: config.deskClient.sessionFile ?? path.join(homedir(), '.wattle-desk.json'),
    askSecret: openSecretPrompt(process.stdin, process.stderr),
    now: () => Date.now(),
    width: process.stdout.columns ?? 160,
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
} catch (error) {
  if (error instanceof PromptAborted) process.exitCode = 130;
  else if (error instanceof ConfigError) {
    console.error(error.message);
    process.exitCode = 1;
  } else throw error;
}
