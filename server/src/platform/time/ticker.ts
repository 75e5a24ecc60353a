/** Runs `work` repeatedly, `everyMs` after it last ended, never concurrently. */
export type Ticker = {
  /** Stops; resolves when the current run has ended. */
  stop(): Promise<void>;
};

export function startTicker(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void): Ticker {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();

  function plan(): void {
    timer = setTimeout(() => {
      running = work().then(() => {}, onError);
      void running.then(() => {
        if (!isStopped) plan();
      });
    }, everyMs);
    timer.unref();
  }

  plan();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
