import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OtherBrowser } from './other-browser.ts';
import { freePort, retried, stop } from './processes.ts';

const BROWSER = '/usr/bin/firefox-esr';

export const isFirefoxThere = existsSync(BROWSER);

type Answer = { readonly id?: number; readonly result?: unknown; readonly message?: string };
type Tree = { readonly contexts: readonly { readonly context: string }[] };
type Evaluated = {
  readonly type: string;
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
};

function openSocket(port: number): Promise<WebSocket> {
  return new Promise((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
    socket.addEventListener('open', () => done(socket));
    socket.addEventListener('error', () => fail(new Error('Firefox does not listen')));
  });
}

/** Firefox without a window, by WebDriver BiDi. */
export async function openFirefox(): Promise<OtherBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'wattle-firefox-'));
  const port = await freePort();
  const browser = spawn(
    BROWSER,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)],
    // Root may not use the home of somebody else.
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
  const { contexts } = await send<Tree>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  return {
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'interactive' })),
    async evaluate(script) {
      const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', {
        expression: `JSON.stringify(${script})`,
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value === undefined ? undefined : (JSON.parse(result.value) as unknown);
    },
    close: async () => {
      socket.close();
      await stop(browser);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
