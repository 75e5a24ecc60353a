/** A queue is full or a rate limit is exceeded. Nothing was done; the caller gets 429 with `Retry-After`. */
export class Busy extends Error {
  /** Seconds until a retry may succeed, if known. */
  readonly retryAfterS: number | undefined;

  constructor(message: string, retryAfterS?: number) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}
