import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { vi } from 'vitest';

/** Tab of the model, with its own modules and storage. */
export type ModelTab = {
  readonly name: string;
  readonly storage: Map<string, string>;
  readonly run: <T>(work: () => T) => T;
};

type Answer = { readonly status: number; readonly body: unknown };
type Request = {
  readonly path: string;
  readonly bearer: string;
  readonly body: string;
  readonly settle: (answer: Answer | null) => void;
  answer?: Answer;
};
type ServerSession = { generation: number; isGrace: boolean; isRevoked: boolean; isLost: boolean; good: Set<string> };

/** Server with the rules of sessions: access tokens expire, refresh tokens rotate, and any of them ends the session. */
function openServer() {
  const sessions = new Map<string, ServerSession>();
  /** Sessions whose token was refused. */
  const refused = new Set<string>();
  let count = 0;

  const tokens = (id: string, session: ServerSession) => {
    count += 1;
    const access = `${id}.a.${count}`;
    session.good.add(access);
    return {
      access_token: access,
      refresh_token: `${id}.r.${session.generation}`,
      SessionExpiryTotalMilliseconds: 900_000,
      SessionExpiryWarningMilliseconds: 120_000,
      IsSessionExpiryWarningEnabled: true,
    };
  };

  function signIn(): Answer {
    count += 1;
    const session = { generation: 1, isGrace: false, isRevoked: false, isLost: false, good: new Set<string>() };
    sessions.set(`s${count}`, session);
    return { status: 200, body: tokens(`s${count}`, session) };
  }

  function renew(token: string): Answer {
    const [id = '', , generation] = token.split('.');
    const session = sessions.get(id);
    if (!session || session.isRevoked) return { status: 400, body: { error: ['20245'] } };
    if (Number(generation) === session.generation) {
      session.generation += 1;
      session.isGrace = true;
    } else if (Number(generation) !== session.generation - 1 || !session.isGrace) {
      session.isRevoked = true;
      return { status: 400, body: { error: ['20245'] } };
    }
    return { status: 200, body: tokens(id, session) };
  }

  function end(token: string): Answer {
    const session = sessions.get(token.split('.')[0] ?? '');
    if (session) session.isRevoked = true;
    return { status: 200, body: { IsSuccessful: true } };
  }

  function answer({ path, bearer, body }: Pick<Request, 'path' | 'bearer' | 'body'>): Answer {
    if (path === '/api/token/end') return end((JSON.parse(body) as { refresh_token: string }).refresh_token);
    const form = new URLSearchParams(body);
    const token = path === '/api/token' ? form.get('refresh_token') : bearer;
    if (token === null) return signIn();
    const id = token.split('.')[0] ?? '';
    const given = path === '/api/token' ? renew(token) : read(id, token);
    if (given.status !== 200) refused.add(id);
    return given;
  }

  function read(id: string, bearer: string): Answer {
    const session = sessions.get(id);
    const isGood = session !== undefined && !session.isRevoked && session.good.has(bearer);
    return isGood ? { status: 200, body: { of: id } } : { status: 401, body: { error: ['401'] } };
  }

  return {
    sessions,
    refused,
    answer,
    age() {
      for (const session of sessions.values()) {
        session.good.clear();
        session.isGrace = false;
      }
    },
  };
}

/** Web Locks of all tabs. */
function openLocks() {
  type Mode = 'shared' | 'exclusive';
  type Waiting = { readonly mode: Mode; readonly begin: () => void };
  const held = new Map<string, Mode[]>();
  const queues = new Map<string, Waiting[]>();
  const isFree = (name: string, mode: Mode) =>
    (held.get(name) ?? []).every((other) => mode === 'shared' && other === 'shared');

  function go(name: string): void {
    const queue = queues.get(name) ?? [];
    while (queue[0] && isFree(name, queue[0].mode)) queue.shift()?.begin();
  }

  type Options = { readonly mode?: Mode; readonly ifAvailable?: boolean };
  type Work = (lock: object | null) => unknown;
  return {
    request(name: string, ...given: [Work] | [Options, Work]): Promise<unknown> {
      const options = given.length === 2 ? given[0] : {};
      const work = AsyncResource.bind(given.length === 2 ? given[1] : given[0]);
      const mode = options.mode ?? 'exclusive';
      if (options.ifAvailable && !isFree(name, mode)) return Promise.resolve().then(() => work(null));
      return new Promise((resolve, reject) => {
        const begin = () => {
          held.set(name, [...(held.get(name) ?? []), mode]);
          Promise.resolve()
            .then(() => work({}))
            .then(resolve, reject)
            .finally(() => {
              held.set(name, (held.get(name) ?? []).toSpliced((held.get(name) ?? []).indexOf(mode), 1));
              go(name);
            });
        };
        queues.set(name, [...(queues.get(name) ?? []), { mode, begin }]);
        go(name);
      });
    },
  };
}

export type ModelWorld = ReturnType<typeof openModelWorld>;

/** Browser with tabs, a network and a server. A random number picks the n-th of the possible events. */
export function openModelWorld() {
  const here = new AsyncLocalStorage<ModelTab>();
  let server = openServer();
  let requests: Request[] = [];
  let ended = 0;
  type Channel = {
    readonly tab: ModelTab | undefined;
    readonly name: string;
    receive?: (event: { data: unknown }) => void;
  };
  const channels: Channel[] = [];
  /** By sender and receiver: messages of one sender arrive in order. */
  const said = new Map<string, (() => void)[]>();

  class ModelChannel {
    readonly #own: Channel;
    constructor(name: string) {
      this.#own = { tab: here.getStore(), name };
      channels.push(this.#own);
    }
    addEventListener(_: string, receive: (event: { data: unknown }) => void): void {
      this.#own.receive = AsyncResource.bind(receive);
    }
    postMessage(message: unknown): void {
      const data: unknown = structuredClone(message);
      for (const other of channels) {
        if (other === this.#own || other.name !== this.#own.name) continue;
        const way = `${this.#own.tab?.name}>${other.tab?.name}`;
        said.set(way, [...(said.get(way) ?? []), () => other.receive?.({ data })]);
      }
    }
  }

  const storageOf = () => {
    const { storage } = here.getStore() ?? { storage: new Map<string, string>() };
    // Its keys are properties, as in a browser.
    return new Proxy(
      {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
        removeItem: (key: string) => void storage.delete(key),
      },
      {
        ownKeys: () => [...storage.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    );
  };
  const page = {
    location: { pathname: '/' },
    get sessionStorage() {
      return storageOf();
    },
    localStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    addEventListener: () => undefined,
    BroadcastChannel: ModelChannel,
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const later = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => later(AsyncResource.bind(work), ms));
  vi.stubGlobal('window', page);
  vi.stubGlobal('BroadcastChannel', ModelChannel);
  vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => ({ href: '' }) });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    requests.push({
      path,
      bearer: (new Headers(init.headers).get('Authorization') ?? '').replace('Bearer ', ''),
      body: typeof init.body === 'string' ? init.body : '',
      settle(answer) {
        if (answer) resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
        else reject(new TypeError('Failed to fetch'));
      },
    });
    return promise;
  });

  const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];
  const take = (request: Request) => {
    requests = requests.filter((other) => other !== request);
  };
  const settle = async () => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  function serve(pick: number): void {
    const request = pickOf(
      requests.filter(({ answer }) => !answer),
      pick,
    );
    if (!request) return;
    request.answer = server.answer(request);
    if (request.path === '/api/token/end') ended += 1;
  }
  function answer(pick: number): void {
    const request = pickOf(
      requests.filter((one) => one.answer),
      pick,
    );
    if (!request?.answer) return;
    take(request);
    request.settle(request.answer);
  }
  /** Answers the latest request immediately. */
  function serveNewest(): void {
    const request = requests.at(-1);
    if (!request) return;
    take(request);
    request.settle(request.answer ?? server.answer(request));
  }
  /** Loses a request or its response. */
  function lose(pick: number): void {
    const request = pickOf(requests, pick);
    if (!request) return;
    take(request);
    // A session that no browser received ends by its idle time.
    const opened = (request.answer?.body as { access_token?: string } | undefined)?.access_token;
    const isSignIn = request.path === '/api/token' && !request.body.includes('grant_type=refresh_token');
    const session = isSignIn && opened !== undefined ? server.sessions.get(opened.split('.')[0] ?? '') : undefined;
    if (session) session.isLost = true;
    request.settle(null);
  }
  function receive(pick: number): void {
    const way = pickOf(
      [...said].filter(([, words]) => words.length > 0),
      pick,
    )?.[1];
    way?.shift()?.();
  }

  return {
    openTab(name: string): ModelTab {
      const tab: ModelTab = { name, storage: new Map(), run: (work) => here.run(tab, work) };
      return tab;
    },
    begin(hasLocks: boolean) {
      server = openServer();
      ended = 0;
      vi.stubGlobal('navigator', hasLocks ? { locks: openLocks() } : {});
    },
    serve,
    serveNewest,
    answer,
    lose,
    receive,
    settle,
    age: () => server.age(),
    wait: (ms: number) => vi.advanceTimersByTime(ms),
    countEnded: () => ended,
    wasRefused: (id: string) => server.refused.has(id),
    /** Sessions that a browser received and that the server still accepts. */
    livingSessions: () =>
      [...server.sessions].filter(([, { isRevoked, isLost }]) => !isRevoked && !isLost).map(([id]) => id),
    async drain() {
      for (let quiet = 0; quiet < 2; ) {
        await settle();
        const isQuiet = requests.length === 0 && [...said.values()].every((words) => words.length === 0);
        quiet = isQuiet ? quiet + 1 : 0;
        while (requests.some((request) => !request.answer)) serve(0);
        // Each runs in a separate task, as in a browser.
        while (requests.some((request) => request.answer)) {
          answer(0);
          await settle();
        }
        while ([...said.values()].some((words) => words.length > 0)) {
          receive(0);
          await settle();
        }
        vi.advanceTimersByTime(60_000);
      }
    },
    close() {
      // The timers that this world replaced are themselves those of its clock.
      vi.unstubAllGlobals();
      vi.useRealTimers();
    },
  };
}
