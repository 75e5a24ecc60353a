/**
 * The browser's storage. It may be missing, blocked or full, at any time. Nothing here throws: what storage does not
 * take is kept in memory, for the life of the page.
 */
type Area = 'localStorage' | 'sessionStorage';

const inMemory: Readonly<Record<Area, Map<string, string>>> = { localStorage: new Map(), sessionStorage: new Map() };

export function readStored(area: Area, key: string): unknown {
  try {
    const text = inMemory[area].get(key) ?? window[area].getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** True if it survives a reload; false if it is only in memory. */
export function store(area: Area, key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    window[area].setItem(key, text);
    inMemory[area].delete(key);
    return true;
  } catch {
    inMemory[area].set(key, text);
    // A reload would otherwise find the previous value.
    remove(area, key);
    return false;
  }
}

function remove(area: Area, key: string): void {
  try {
    window[area].removeItem(key);
  } catch {
    // Blocked: there is nothing to remove.
  }
}

export function forget(area: Area, key: string): void {
  inMemory[area].delete(key);
  remove(area, key);
}

/** Prefix of session storage entries that are removed when the tab's session ends. */
export const OF_SESSION = 'wattle.session.';

function storedKeys(): readonly string[] {
  try {
    return Object.keys(window.sessionStorage);
  } catch {
    return [];
  }
}

export function forgetAllOfSession(): void {
  for (const key of [...inMemory.sessionStorage.keys(), ...storedKeys()]) {
    if (key.startsWith(OF_SESSION)) forget('sessionStorage', key);
  }
}

const PROBE_KEY = 'wattle.probe';
/** More than a session takes. */
const PROBE_LENGTH = 8_000;

/** Whether a session would survive a reload: false if session storage is missing, blocked or full. */
export function keepsSessions(): boolean {
  const isKept = store('sessionStorage', PROBE_KEY, '0'.repeat(PROBE_LENGTH));
  forget('sessionStorage', PROBE_KEY);
  return isKept;
}
