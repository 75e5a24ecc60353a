/** Whether the browser has locks that all its tabs share. It may still refuse each of them. */
export function hasLocks(): boolean {
  try {
    return navigator.locks instanceof Object;
  } catch {
    return false;
  }
}

/**
 * Runs work under a lock of all tabs. Null: the work has not run, because the browser has no locks, refused this one,
 * or was asked to give up. Exceptions of the work are passed on.
 */
export async function underLock<T>(
  name: string,
  options: LockOptions,
  work: (lock: Lock | null) => T | Promise<T>,
): Promise<{ readonly value: T } | null> {
  const run: { done?: Promise<T> } = {};
  try {
    await navigator.locks.request(name, options, (lock) => {
      run.done = (async () => work(lock))();
      return run.done;
    });
  } catch {
    // A fault of the work is thrown below.
  }
  return run.done === undefined ? null : { value: await run.done };
}

/** Names of the locks that tabs hold. None where the browser has no locks or refuses to list them. */
export async function heldLocks(): Promise<readonly string[]> {
  try {
    const { held = [] } = await navigator.locks.query();
    return held.flatMap(({ name }) => (name === undefined ? [] : [name]));
  } catch {
    return [];
  }
}
