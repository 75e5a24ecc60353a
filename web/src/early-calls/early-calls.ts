/** Responses that `early.ts` requested before the code of the app was loaded. */
export type EarlyCalls = {
  /** Time of the requests, by `performance.now()`. */
  readonly askedAtMs: number;
  /** Undefined: calls without a session. */
  readonly bearer: string | undefined;
  /** By the address of a GET. Each is used once. */
  readonly answers: Map<string, Promise<Response>>;
};

declare global {
  interface Window {
    wattleEarly?: EarlyCalls;
  }
}

/** Longer than the app takes to load on a slow phone, and short enough for a response to be current. */
const GOOD_FOR_MS = 15_000;

/** Response to an early GET of the same user; undefined if there is none. */
export function takeEarly(address: string, bearer: string | undefined): Promise<Response> | undefined {
  const early = window.wattleEarly;
  if (!early || early.bearer !== bearer || performance.now() - early.askedAtMs > GOOD_FOR_MS) return undefined;
  const answer = early.answers.get(address);
  early.answers.delete(address);
  return answer;
}

/** Drops unused responses, which a change may have made stale. */
export function dropEarly(): void {
  window.wattleEarly?.answers.clear();
}

/** Time at which the page started to request what a session shows, by `performance.now()`. */
export function askedSinceMs(): number {
  const askedAtMs = window.wattleEarly?.askedAtMs;
  const nowMs = performance.now();
  return askedAtMs !== undefined && nowMs - askedAtMs < GOOD_FOR_MS ? askedAtMs : nowMs;
}
