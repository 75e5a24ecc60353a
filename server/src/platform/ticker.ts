/** Runs `work` again and again, `everyMs` after it last ended, never twice at once. */
export type Ticker = {
  /** No more runs; resolves when the one under way has ended. */
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
