type Semaphore = {
  /** Runs the work as soon as a place is free, in the order of the calls. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/** Limits how many works run at a time. */
export function openSemaphore(most: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = most;
  return {
    async run(work) {
      if (free === 0) await new Promise<void>((begin) => waiting.push(begin));
      else free -= 1;
      try {
        return await work();
      } finally {
        // The place goes to the next without becoming free.
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
