/**
 * The browser's storage, which a visitor may have switched off. Nothing here may fail: without
 * storage the page works, and forgets on reload.
 */
type Area = 'localStorage' | 'sessionStorage';

export function readStored(area: Area, key: string): unknown {
  try {
    const text = window[area].getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

export function store(area: Area, key: string, value: unknown): void {
  try {
    window[area].setItem(key, JSON.stringify(value));
  } catch {
    // Switched off or full.
  }
}

export function forget(area: Area, key: string): void {
  try {
    window[area].removeItem(key);
  } catch {
    // Switched off.
  }
}

/** Prefix of session storage entries that are removed when the tab's session ends. */
export const OF_SESSION = 'wattle.session.';

export function forgetAllOfSession(): void {
  try {
    const keys = Object.keys(window.sessionStorage).filter((key) => key.startsWith(OF_SESSION));
    for (const key of keys) window.sessionStorage.removeItem(key);
  } catch {
    // Switched off.
  }
}
