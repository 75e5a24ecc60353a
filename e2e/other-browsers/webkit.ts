import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import type { Found, OtherBrowser } from './other-browser.ts';
import { freePort, retried, stop } from './processes.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
const LIBRARIES = '/usr/lib';
/** Key of an element reference in WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Debian's test browser of WebKitGTK; undefined if it is not installed. */
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

/** Virtual screen with a number chosen by its server. */
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

/** Starts WebKitGTK with WebDriver. */
export async function openWebKit(): Promise<OtherBrowser> {
  const binary = findMiniBrowser();
  if (binary === undefined) throw new Error('WebKitGTK is not installed');
  const { display, screen } = await openScreen();
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    // Its sandbox needs privileges that a container lacks; it opens only pages of this project.
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
  const of = (path: string) => `/${sessionId}${path}`;
  const isShown = (element: Found) => send('GET', of(`/element/${element}/displayed`));
  const click = async (element: Found) => {
    // WebKit's driver does not scroll an element into view inside a container that scrolls.
    const scroll = { script: 'arguments[0].scrollIntoView({ block: "nearest" })', args: [{ [ELEMENT]: element }] };
    await send('POST', of('/execute/sync'), scroll);
    await send('POST', of(`/element/${element}/click`), {});
  };
  return {
    goto: async (url) => void (await send('POST', of('/url'), { url })),
    address: async () => String(await send('GET', of('/url'))),
    async find(value) {
      const nodes = (await send('POST', of('/elements'), { using: 'xpath', value })) as Record<string, string>[];
      const elements = nodes.map((node) => node[ELEMENT] ?? '');
      const shown = await Promise.all(elements.map(isShown));
      return elements.filter((_, index) => shown[index]);
    },
    textOf: async (element) => String(await send('GET', of(`/element/${element}/text`))),
    click,
    async type(element, text) {
      await click(element);
      await send('POST', of(`/element/${element}/value`), { text });
    },
    close: async () => {
      await send('DELETE', of('')).catch(() => {});
      await stop(driver);
      await stop(screen);
    },
  };
}
