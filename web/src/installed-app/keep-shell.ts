import { registerShellWorker, removeShellWorker } from '../browser/kept-shells.ts';

/** Files that this page loaded before its worker was active. The worker keeps them too. */
function loadedFiles(): readonly string[] {
  return performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => (/\/assets\/(app|brands)\//.test(name) ? [name] : []));
}

function whenActive(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const { active, installing, waiting } = registration;
  const coming = installing ?? waiting;
  if (active && !coming) return Promise.resolve(active);
  return new Promise((resolve) => {
    if (!coming) return resolve(null);
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve(coming);
      else if (coming.state === 'redundant') resolve(active);
    });
  });
}

/**
 * Lets the service worker keep this page's shell for a start without a network. The server writes the version of the
 * shell into the page, or `off`, which removes the worker and what it keeps. A page that was opened from a kept shell
 * has neither and changes nothing.
 */
export async function keepShell(): Promise<void> {
  const { shell: version, worker: script } = document.documentElement.dataset;
  if (version === 'off') return removeShellWorker();
  if (version === undefined || script === undefined) return;
  const registration = await registerShellWorker(script);
  const worker = registration && (await whenActive(registration));
  worker?.postMessage({ kind: 'keepShell', path: window.location.pathname, version, files: loadedFiles() });
}
