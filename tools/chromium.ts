import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const INSTALLED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

type Env = Readonly<Record<string, string | undefined>>;

/** The browser to test with: WATTLE_CHROME, else a Chromium or Chrome that is installed; undefined if there is none. */
export function findChromium(env: Env = process.env): string | undefined {
  if (env['WATTLE_CHROME']) return existsSync(env['WATTLE_CHROME']) ? env['WATTLE_CHROME'] : undefined;
  return onPath(NAMES, env) ?? INSTALLED.find((path) => existsSync(path));
}

const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

/**
 * The same engine without a browser around it, in which a journey takes a quarter less. Undefined if it is missing or
 * WATTLE_CHROME names another one. It shows no notices.
 */
export function findHeadlessShell(env: Env = process.env): string | undefined {
  return env['WATTLE_CHROME'] ? undefined : onPath(SHELL_NAMES, env);
}

function onPath(names: readonly string[], env: Env): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
