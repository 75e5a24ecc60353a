import type { BrandView } from '@wattle/contract/brands/brand.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openModelWorld, type ModelTab, type ModelWorld } from './session-model-world.ts';

/**
 * Two tabs with the real modules, a server, and a network that delays, loses and reorders. Users sign in and out, calls
 * and renewals are made, and responses come late, never, or after the next user has signed in.
 */
const BRAND = {
  BrandIdentifier: 'wattle',
  BrandName: 'Harbour Mutual',
  BrandId: 1,
  TenantId: 1,
  SupportPhoneNumber: '1300 555 010',
  Assets: { Tokens: '/t.css', Logo: '/l.svg', LogoOnDark: '/d.svg', Hero: '/h.svg' },
  Texts: { enAU: {}, zhCN: {} },
} as unknown as BrandView;

const PEOPLE = ['amelia', 'noah', 'jack'] as const;
const DRAFT = 'wattle.session.draft';

async function load() {
  vi.resetModules();
  const { setBrand } = await import('../brand/brand.ts');
  const session = await import('./session.ts');
  const { refreshSession } = await import('./refresh.ts');
  const { signIn } = await import('./sign-in.ts');
  const { signOut } = await import('./sign-out.ts');
  const { call } = await import('../api/call.ts');
  setBrand(BRAND);
  return { ...session, refreshSession, signIn, signOut, call };
}

type Loaded = ModelTab & {
  readonly app: Awaited<ReturnType<typeof load>>;
  /** Number of sign-ins and ends so far. A response to an earlier one is late. */
  turns: number;
};

let world: ModelWorld;
const tabs: Loaded[] = [];
/** Session of the server for a session of the browser, by its first tokens. */
let serverSessionOf: Map<string, string>;
let wrong: string[];
/** Sessions of the browser that a user ended. */
let asked: Set<string>;

beforeAll(async () => {
  world = openModelWorld();
  for (const name of ['left', 'right']) {
    const tab = world.openTab(name);
    const app = await tab.run(load);
    const loaded = { ...tab, app, turns: 0 };
    tabs.push(loaded);
    app.onSessionEnd(({ session, why }) => {
      if (why !== 'replaced') loaded.turns += 1;
      const isRight =
        why === 'replaced' ||
        (why === 'expired' ? world.wasRefused(sessionOfToken(session.accessToken)) : asked.has(session.id));
      if (!isRight) wrong.push(`${name} lost a session that nobody has ended: ${why}`);
    });
  }
});
afterAll(() => world.close());

const sessionOfToken = (token: string) => token.split('.')[0] ?? '';

/** Invariants checked after every step. */
function check(): void {
  for (const { name, app, storage } of tabs) {
    const session = app.currentSession();
    const draft = storage.get(DRAFT);
    if (!session) {
      if (draft !== undefined) wrong.push(`${name} keeps a draft of nobody's`);
      continue;
    }
    const id = sessionOfToken(session.accessToken);
    if (!serverSessionOf.has(session.id)) serverSessionOf.set(session.id, id);
    const own = serverSessionOf.get(session.id);
    if (id !== own || sessionOfToken(session.refreshToken) !== own) wrong.push(`${name} has another session's tokens`);
    if (draft !== undefined && draft !== own) wrong.push(`${name} shows another person's draft`);
  }
}

/** Call with concurrent input. Only the session that made it may get its response. */
function callFrom({ name, app, storage, run }: Loaded): void {
  const session = app.currentSession();
  if (!session) return;
  const own = sessionOfToken(session.accessToken);
  storage.set(DRAFT, own);
  void run(async () => {
    const answer = await app.call(getCards, { query: {} });
    if (!answer.ok) return;
    if (app.currentSession()?.id !== session.id) wrong.push(`${name} took an answer of a session that is over`);
    if ((answer.value as unknown as { of: string }).of !== own) wrong.push(`${name} took another session's answer`);
  });
}

async function signIn(tab: Loaded, userName = 'amelia'): Promise<void> {
  tab.turns += 1;
  const mine = tab.turns;
  const { signIn: ask } = tab.app;
  const failure = await tab.run(() => ask({ kind: 'account', userName, password: 'secret', rememberMe: null }));
  if (failure === null && mine !== tab.turns) wrong.push(`${tab.name} was signed in by a late answer`);
}

function adopt({ app, run }: Loaded): void {
  run(() => {
    if (app.currentSession()) return;
    const stop = app.onSessionGiven((gift) => {
      if (gift.asker !== 'model') return;
      stop();
      app.adoptSession(gift.session);
    });
    app.wantSession('wattle', 'model');
  });
}

/** Ends the session of a tab, as the user or the clock does. */
function end({ app, run }: Loaded, work: () => void): void {
  const session = app.currentSession();
  if (session) asked.add(session.id);
  run(work);
}

type Command = { readonly text: string; readonly act: () => unknown };
const tabCommand = (text: string, act: (tab: Loaded, pick: number) => unknown) =>
  fc.tuple(fc.constantFrom(0, 1), fc.nat(5)).map(
    ([index, pick]): Command => ({
      text: `${text} ${index} ${pick}`,
      act: () => act(tabs[index] as Loaded, pick),
    }),
  );
const worldCommand = (text: string, act: (pick: number) => unknown) =>
  fc.nat(5).map((pick): Command => ({ text: `${text} ${pick}`, act: () => act(pick) }));

const command = fc.oneof(
  tabCommand('sign in', (tab, pick) => void signIn(tab, PEOPLE[pick % PEOPLE.length])),
  tabCommand('be signed in', async (tab) => {
    if (tab.app.currentSession()) return;
    void signIn(tab);
    await world.settle();
    world.serveNewest();
  }),
  tabCommand('call', callFrom),
  tabCommand('call', callFrom),
  tabCommand('renew', ({ app, run }, pick) => void run(() => app.refreshSession(pick % 2 === 0))),
  tabCommand('sign out', (tab) => end(tab, tab.app.signOut)),
  tabCommand('idle', (tab) => end(tab, () => tab.app.endSession('idle', tab.app.currentSession()?.id))),
  tabCommand('adopt', adopt),
  worldCommand('serve', (pick) => world.serve(pick)),
  worldCommand('answer', (pick) => world.answer(pick)),
  worldCommand('serve and answer', (pick) => (world.serve(pick), world.answer(pick))),
  worldCommand('lose', (pick) => world.lose(pick)),
  worldCommand('hear', (pick) => world.receive(pick)),
  worldCommand('age', () => world.age()),
  worldCommand('wait', () => world.wait(5_000)),
);

async function actOut(commands: readonly Command[]): Promise<void> {
  for (const { text, act } of commands) {
    await act();
    await world.settle();
    check();
    if (wrong.length > 0) throw new Error(`${text}: ${wrong.join(', ')}`);
  }
  // The network is restored and everything arrives.
  await world.drain();
  check();
  expect(wrong).toEqual([]);
  const held = new Set(tabs.map(({ app }) => sessionOfToken(app.currentSession()?.accessToken ?? '')));
  const left = world.livingSessions().filter((id) => !held.has(id));
  expect(left, 'sessions that live at the server, and nobody has them').toEqual([]);
}

const histories = fc.array(command, { minLength: 20, maxLength: 80, size: 'max' });

test('no response reaches another session, and every token that a browser drops is revoked at the server', async () => {
  const seen = { dropped: 0, handedOn: 0 };
  await fc.assert(
    fc.asyncProperty(fc.boolean(), histories, async (hasLocks, commands) => {
      world.begin(hasLocks);
      wrong = [];
      asked = new Set();
      serverSessionOf = new Map();
      try {
        await actOut(commands);
        seen.dropped += world.countEnded();
        if (new Set(serverSessionOf.values()).size > 1) seen.handedOn += 1;
      } finally {
        // Prepares the next history. What it ends must be revoked too.
        for (const tab of tabs) end(tab, tab.app.signOut);
        await world.drain();
      }
      expect(world.livingSessions()).toEqual([]);
      expect(wrong).toEqual([]);
    }),
    { numRuns: 200 },
  );
  // The histories contain the events that matter.
  expect(seen.dropped).toBeGreaterThan(300);
  expect(seen.handedOn).toBeGreaterThan(100);
}, 60_000);
