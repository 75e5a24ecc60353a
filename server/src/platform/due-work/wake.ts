export type Waker = {
  /**
   * Runs the work, or runs it again after the current run. Resolves when no further run is requested. Never
   * rejects.
   */
  wake(): Promise<void>;
  isRunning(): boolean;
  /** Resolves when the current run has ended. */
  idle(): Promise<void>;
};

/** Runs `work` when woken, one run at a time. Failures are reported, and the next wake runs it again. */
export function openWaker(work: () => Promise<unknown>, onError: (error: unknown) => void): Waker {
  let running: Promise<void> | undefined;
  let isWanted = false;

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await work().catch(onError);
    }
    // No await between this and the last check of `isWanted`, or a wake could be lost.
    running = undefined;
  }

  return {
    wake() {
      isWanted = true;
      running ??= run();
      return running;
    },
    isRunning: () => running !== undefined,
    idle: async () => running,
  };
}
