/** Longest wait for a response that the form can do without. */
const PATIENCE_MS = 4_000;

/** Responses a form requests while the user types, such as the holder of a number. */
export type Answers = {
  readonly report: (isUnderWay: boolean) => void;
  /** Waits a few seconds for responses in flight, so that the submitted form includes them. */
  readonly ready: () => Promise<void>;
};

export function openAnswers(): Answers {
  let isUnderWay = false;
  let waiting: (() => void)[] = [];
  return {
    report: (next) => {
      isUnderWay = next;
      if (isUnderWay) return;
      const [...all] = waiting;
      waiting = [];
      for (const goOn of all) goOn();
    },
    ready: () =>
      isUnderWay
        ? new Promise((resolve) => {
            waiting.push(resolve);
            setTimeout(resolve, PATIENCE_MS);
          })
        : Promise.resolve(),
  };
}
