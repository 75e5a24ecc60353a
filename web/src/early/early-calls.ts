/** Answers that `early.ts` has asked for before the code of the app was there. */
export type EarlyCalls = {
  /** When they were asked for, by `performance.now()`. */
  readonly askedAtMs: number;
  readonly bearer: string;
  /** By the address of a GET. Each is taken once. */
  readonly answers: Map<string, Promise<Response>>;
};

declare global {
  interface Window {
    wattleEarly?: EarlyCalls;
  }
}

/** Longer than the code of the app takes on a slow phone, and short enough that an answer is still good. */
const GOOD_FOR_MS = 15_000;

/** The response to an early GET of the same user; undefined where there is none. */
export function takeEarly(address: string, bearer: string | undefined): Promise<Response> | undefined {
  const early = window.wattleEarly;
  if (!early || early.bearer !== bearer || performance.now() - early.askedAtMs > GOOD_FOR_MS) return undefined;
  const answer = early.answers.get(address);
  early.answers.delete(address);
  return answer;
}

/** Drops responses not yet taken, which a change may have made stale. */
export function dropEarly(): void {
  window.wattleEarly?.answers.clear();
}

/** Since when the page has been asking for what a session shows, by `performance.now()`. */
export function askedSinceMs(): number {
  const askedAtMs = window.wattleEarly?.askedAtMs;
  const nowMs = performance.now();
  return askedAtMs !== undefined && nowMs - askedAtMs < GOOD_FOR_MS ? askedAtMs : nowMs;
}
