import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Node of the workspace, because the one that runs Playwright may be older and unable to run TypeScript. */
export function workspaceNode(): string {
  const packages = join(ROOT, 'node_modules');
  const bundled = existsSync(packages)
    ? readdirSync(packages)
        .filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name))
        .flatMap((name) => ['bin/node', 'bin/node.exe', 'node.exe'].map((path) => join(packages, name, path)))
        .find((path) => existsSync(path))
    : undefined;
  return bundled ?? process.execPath;
}

/** Environment of this process for a server or a command, without settings that only select tests. */
export function settingsFrom(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { WATTLE_E2E: _, ...settings } = env;
  return settings;
}
