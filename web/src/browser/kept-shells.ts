/** The registration that keeps the shell; those of notices have separate scopes. */
const SCOPE = '/';

/** By itself, because a sign-in page loads nothing that knows of notices. Undefined if it is missing; may throw. */
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

/** Registers the worker of the whole site. Null if the browser has none, blocks them or refuses this one. */
export async function registerShellWorker(script: string): Promise<ServiceWorkerRegistration | null> {
  try {
    // Not from the browser's own cache, so that a withdrawn worker is gone straight away.
    return (await workers()?.register(script, { scope: SCOPE, updateViaCache: 'none' })) ?? null;
  } catch {
    return null;
  }
}

/** Removes the worker of the whole site and all that it keeps. */
export async function removeShellWorker(): Promise<void> {
  try {
    const registrations = (await workers()?.getRegistrations()) ?? [];
    const ofSite = registrations.filter(({ scope }) => new URL(scope).pathname === SCOPE);
    await Promise.all(ofSite.map((registration) => registration.unregister()));
    const names = await window.caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith('wattle-shell-')).map((name) => window.caches.delete(name)),
    );
  } catch {
    // Blocked with the data of the site: there is nothing to remove.
  }
}

/** Removes the number at the icon of the app. By itself, because a sign-in page loads nothing that shows one. */
export function clearOldBadge(): void {
  try {
    const { clearAppBadge } = navigator as { clearAppBadge?: () => Promise<void> };
    void clearAppBadge?.call(navigator).catch(() => undefined);
  } catch {
    // Blocked: no page of this browser has set one.
  }
}
