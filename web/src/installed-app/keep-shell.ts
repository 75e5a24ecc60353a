import { registerShellWorker, removeShellWorker } from '../browser/kept-shells.ts';

/** Files that this page has loaded, so that the worker, which was not there yet, keeps them too. */
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
 * Has the shell of this page kept for a start without a network, as the server says in the page: under its version by its
 * worker, or not at all any more. A page that is itself the kept shell says nothing, and changes nothing.
 */
export async function keepShell(): Promise<void> {
  const { shell: version, worker: script } = document.documentElement.dataset;
  if (version === 'off') return removeShellWorker();
  if (version === undefined || script === undefined) return;
  const registration = await registerShellWorker(script);
  const worker = registration && (await whenActive(registration));
  worker?.postMessage({ kind: 'keepShell', path: window.location.pathname, version, files: loadedFiles() });
}
