/** Nobody waits longer for an answer that is only to help. */
const PATIENCE_MS = 4_000;

/** Answers that a form asks for while somebody types, such as whom a number stands for. */
export type Answers = {
  readonly tell: (isUnderWay: boolean) => void;
  /** Waits for those that are under way, a few seconds at most: a form that is sent meanwhile knows them. */
  readonly ready: () => Promise<void>;
};

export function openAnswers(): Answers {
  let isUnderWay = false;
  let waiting: (() => void)[] = [];
  return {
    tell: (next) => {
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
