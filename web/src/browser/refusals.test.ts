import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/**
 * Refusals by a browser of each interface. The names are those of the standards: a getter or constructor
 * throws SecurityError where site data is blocked, a write throws QuotaExceededError where storage is full, old browsers
 * and web views have no such interface, and some answer null.
 */
const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};
const rejects = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'));
const none = () => null;
const getter = (name: string, get: () => unknown) => Object.defineProperty({}, name, { get, enumerable: true });

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const areas = (of: (name: string) => object) => Object.assign(of('localStorage'), of('sessionStorage'));
const bothAreas = (get: () => unknown) =>
  Object.defineProperties({}, { localStorage: { get }, sessionStorage: { get } });
const area = { getItem: none, setItem: () => undefined, removeItem: () => undefined };

test.each([
  ['is blocked: the getter throws', bothAreas(blocked)],
  ['is missing', {}],
  ['is null, as in a web view without it', bothAreas(none)],
  ['is full', bothAreas(() => ({ ...area, setItem: full }))],
  ['refuses every method', bothAreas(() => ({ getItem: blocked, setItem: blocked, removeItem: blocked }))],
])('keeps values in memory when storage %s', async (_how, window) => {
  vi.stubGlobal('window', window);
  const { forget, forgetAllOfSession, keepsSessions, OF_SESSION, readStored, store } = await import('./storage.ts');
  expect(keepsSessions()).toBe(false);
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    expect(readStored(name, 'a')).toBeNull();
    expect(store(name, 'a', { b: 1 })).toBe(false);
    expect(readStored(name, 'a')).toEqual({ b: 1 });
    forget(name, 'a');
    expect(readStored(name, 'a')).toBeNull();
  }
  store('sessionStorage', `${OF_SESSION}draft`, 'kept');
  store('sessionStorage', 'other', 'kept');
  forgetAllOfSession();
  expect(readStored('sessionStorage', `${OF_SESSION}draft`)).toBeNull();
  expect(readStored('sessionStorage', 'other')).toBe('kept');
});

test('a value that storage refused is not restored after a reload', async () => {
  const kept = new Map([['a', '"before"']]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: full,
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage: storage });
  const { readStored, store } = await import('./storage.ts');
  expect(store('sessionStorage', 'a', 'after')).toBe(false);
  expect(readStored('sessionStorage', 'a')).toBe('after');
  expect([...kept]).toEqual([]);
});

test('storage is used again when it has room', async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: full as (key: string, value: string) => void,
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal(
    'window',
    areas((name) => ({ [name]: storage })),
  );
  const { keepsSessions, readStored, store } = await import('./storage.ts');
  store('sessionStorage', 'a', 1);
  storage.setItem = (key, value) => void kept.set(key, value);
  expect(store('sessionStorage', 'a', 2)).toBe(true);
  expect(readStored('sessionStorage', 'a')).toBe(2);
  expect(kept.get('a')).toBe('2');
  expect(keepsSessions()).toBe(true);
});

class Refused {
  constructor() {
    blocked();
  }
}
class Mute {
  addEventListener = () => undefined;
  removeEventListener = () => undefined;
  close = () => undefined;
  postMessage = blocked;
}

test.each([
  ['throws when it is made', { BroadcastChannel: Refused }],
  ['throws when it is looked at', getter('BroadcastChannel', blocked)],
  ['throws when it is told something', { BroadcastChannel: Mute }],
  ['is missing', {}],
])('a channel that %s delivers nothing and throws nothing', async (_how, window) => {
  vi.stubGlobal('window', window);
  const { openChannel } = await import('./channel.ts');
  const delivered: string[] = [];
  expect(() => {
    const channel = openChannel<string>('a');
    channel.listen((word) => delivered.push(word));
    channel.post('b');
    channel.close();
  }).not.toThrow();
  expect(delivered).toEqual([]);
});

test.each([
  ['are blocked: the getter throws', getter('locks', blocked)],
  ['are missing', {}],
  ['refuse by a rejection', { locks: { request: rejects, query: rejects } }],
  ['throw', { locks: { request: blocked, query: blocked } }],
])('work under a lock is skipped when locks %s', async (_how, navigator) => {
  vi.stubGlobal('navigator', navigator);
  const { hasLocks, heldLocks, underLock } = await import('./locks.ts');
  expect(await underLock('a', {}, () => expect.unreachable())).toBeNull();
  expect(await heldLocks()).toEqual([]);
  expect(typeof hasLocks()).toBe('boolean');
});

test('an error of the work under a lock is thrown, and its result returned', async () => {
  const { underLock } = await import('./locks.ts');
  const fault = new Error('of the work');
  await expect(underLock('a', {}, () => Promise.reject(fault))).rejects.toBe(fault);
  expect(await underLock('a', {}, () => 1)).toEqual({ value: 1 });
  expect(await underLock('a', {}, () => undefined)).toEqual({ value: undefined });
});

test('an abandoned lock is distinguished from a granted one', async () => {
  const { underLock } = await import('./locks.ts');
  const giveUp = new AbortController();
  const free = Promise.withResolvers<void>();
  const first = underLock('b', {}, () => free.promise);
  const second = underLock('b', { signal: giveUp.signal }, () => expect.unreachable());
  giveUp.abort();
  expect(await second).toBeNull();
  free.resolve();
  expect(await first).toEqual({ value: undefined });
});

test.each([
  ['throws', { matchMedia: blocked }],
  ['is missing', {}],
  ['answers null', { matchMedia: none }],
  ['has no events, as in old browsers', { matchMedia: () => ({ matches: false }) }],
])('a media query does not match when matchMedia %s', async (_how, window) => {
  vi.stubGlobal('window', window);
  const { matchesMedia, watchMedia } = await import('./media.ts');
  expect(matchesMedia('(pointer: coarse)')).toBe(false);
  watchMedia('(pointer: coarse)', () => expect.unreachable())();
});

test.each([
  ['is blocked: the getter throws', getter('clipboard', blocked)],
  ['is missing', {}],
  ['is refused', { clipboard: { writeText: rejects, readText: rejects } }],
  ['throws', { clipboard: { writeText: blocked, readText: blocked } }],
])('nothing is copied or pasted when the clipboard %s', async (_how, navigator) => {
  vi.stubGlobal('navigator', navigator);
  const { canReadClipboard, readFromClipboard, writeToClipboard } = await import('./clipboard.ts');
  expect(await writeToClipboard('a')).toBe(false);
  expect(await readFromClipboard()).toBeNull();
  expect(typeof canReadClipboard()).toBe('boolean');
});

test.each([
  ['is missing', {}],
  ['throws', { share: blocked, canShare: blocked }],
  ['is refused', { share: rejects, canShare: () => false }],
])('nothing is shared when the sheet of the device %s', async (_how, navigator) => {
  vi.stubGlobal('navigator', navigator);
  const { canShare, shareText } = await import('./share.ts');
  expect(canShare()).toBe(false);
  expect(await shareText('a', 'b')).toBe('failed');
});

test('a sheet that was closed without sharing is no failure', async () => {
  const closed = () => Promise.reject(new DOMException('Share canceled', 'AbortError'));
  vi.stubGlobal('navigator', { share: closed, canShare: () => true });
  const { canShare, shareText } = await import('./share.ts');
  expect(canShare()).toBe(true);
  expect(await shareText('a', 'b')).toBe('dismissed');
});

test.each([
  ['are blocked: the getter throws', getter('serviceWorker', blocked), { PushManager: {}, Notification: {} }],
  ['are missing', {}, {}],
  ['throw', { serviceWorker: {} }, Object.assign(getter('Notification', blocked), { PushManager: {} })],
])('no notifications are offered when they %s', async (_how, navigator, window) => {
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('window', window);
  vi.stubGlobal('Notification', undefined);
  const { askNoticePermission, noticePermission } = await import('./notices.ts');
  expect(noticePermission()).toBe('denied');
  expect(await askNoticePermission()).toBe('denied');
});
