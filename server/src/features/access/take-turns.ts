/**
 * Lets at most `limit` pieces of work run at once, the others wait in order. Checking a secret
 * keeps a database connection for as long as Argon2 takes; without this a rush of sign-ins would
 * take every connection from those who are signed in.
 */
export function takeTurns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
