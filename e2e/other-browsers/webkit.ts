import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import type { OtherBrowser } from './other-browser.ts';
import { freePort, retried, stop } from './processes.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
const LIBRARIES = '/usr/lib';

/** Debian's browser for tests of WebKitGTK; undefined where it is not installed. */
function findMiniBrowser(): string | undefined {
  if (!existsSync(DRIVER) || !existsSync(SCREEN)) return undefined;
  return readdirSync(LIBRARIES)
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((name) =>
      readdirSync(`${LIBRARIES}/${name}`)
        .filter((folder) => folder.startsWith('webkit2gtk-'))
        .map((folder) => `${LIBRARIES}/${name}/${folder}/MiniBrowser`),
    )
    .find((path) => existsSync(path));
}

export const isWebKitThere = findMiniBrowser() !== undefined;

/** A screen that the server numbers by itself and nobody looks at. */
async function openScreen(): Promise<{ readonly display: string; readonly screen: ChildProcess }> {
  const screen = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((done, fail) => {
    screen.once('error', fail);
    screen.once('exit', () => fail(new Error('Xvfb did not start')));
    screen.stdio[3]?.once('data', (chunk: Buffer) => done(`:${chunk.toString().trim()}`));
  });
  return { display, screen };
}

/** WebKitGTK by WebDriver. */
export async function openWebKit(): Promise<OtherBrowser> {
  const binary = findMiniBrowser();
  if (binary === undefined) throw new Error('WebKitGTK is not installed');
  const { display, screen } = await openScreen();
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    // Its sandbox needs rights that a container does not give; it opens pages of this project alone.
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  });
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } };
  const opened = await retried(() => send('POST', '', { capabilities }));
  const { sessionId } = opened as { sessionId: string };
  return {
    goto: async (url) => void (await send('POST', `/${sessionId}/url`, { url })),
    evaluate: (script) => send('POST', `/${sessionId}/execute/sync`, { script: `return ${script}`, args: [] }),
    close: async () => {
      await send('DELETE', `/${sessionId}`).catch(() => {});
      await stop(driver);
      await stop(screen);
    },
  };
}
