import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Found, OtherBrowser } from './other-browser.ts';
import { freePort, retried, stop } from './processes.ts';

const BROWSER = '/usr/bin/firefox-esr';

export const isFirefoxThere = existsSync(BROWSER);

type Answer = { readonly id?: number; readonly result?: unknown; readonly message?: string };
type Tree = { readonly contexts: readonly { readonly context: string; readonly url: string }[] };
type Located = { readonly nodes: readonly { readonly sharedId: string }[] };
type Called = { readonly result: { readonly value?: unknown }; readonly exceptionDetails?: { readonly text: string } };

const PRESS = [
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
];
const keys = (text: string) =>
  [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);

function openSocket(port: number): Promise<WebSocket> {
  return new Promise((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
    socket.addEventListener('open', () => done(socket));
    socket.addEventListener('error', () => fail(new Error('Firefox does not listen')));
  });
}

/**
 * Starts headless Firefox with WebDriver BiDi.
 *
 * @param settings of about:config, in addition to the defaults
 */
export async function openFirefox(settings: Readonly<Record<string, number>> = {}): Promise<OtherBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'wattle-firefox-'));
  const lines = Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const port = await freePort();
  const browser = spawn(
    BROWSER,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)],
    // Root may not use another user's home.
    { env: { ...process.env, HOME: profile }, stdio: 'ignore' },
  );
  const socket = await retried(() => openSocket(port));
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const send = async <T>(method: string, params: object): Promise<T> => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((done) => waiting.set(id, done));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    if (answer.message !== undefined) throw new Error(`${method}: ${answer.message}`);
    return answer.result as T;
  };
  await send('session.new', { capabilities: {} });
  const place = async () => (await send<Tree>('browsingContext.getTree', {})).contexts[0];
  const context = (await place())?.context;
  /** Evaluates a function on an element. */
  const ask = async (element: Found, functionDeclaration: string): Promise<unknown> => {
    const { result, exceptionDetails } = await send<Called>('script.callFunction', {
      functionDeclaration,
      arguments: [{ sharedId: element }],
      target: { context },
      awaitPromise: false,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  };
  const act = (source: object) => send('input.performActions', { context, actions: [source] });
  const click = async (element: Found) => {
    await ask(element, '(element) => element.scrollIntoView({ block: "center", behavior: "instant" })');
    const origin = { type: 'element', element: { sharedId: element } };
    const move = { type: 'pointerMove', x: 0, y: 0, origin };
    await act({ type: 'pointer', id: 'mouse', actions: [move, ...PRESS] });
  };
  return {
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'interactive' })),
    address: async () => (await place())?.url ?? '',
    async find(value) {
      const { nodes } = await send<Located>('browsingContext.locateNodes', {
        context,
        locator: { type: 'xpath', value },
      });
      const elements = nodes.map(({ sharedId }) => sharedId);
      const shown = await Promise.all(elements.map((one) => ask(one, '(element) => element.checkVisibility()')));
      return elements.filter((_, index) => shown[index] === true);
    },
    textOf: async (element) => String(await ask(element, '(element) => element.innerText')),
    click,
    async type(element, text) {
      await click(element);
      await act({ type: 'key', id: 'keyboard', actions: keys(text) });
    },
    close: async () => {
      socket.close();
      await stop(browser);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
