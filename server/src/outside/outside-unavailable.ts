import type { OutsideOutcome } from './outcome.ts';

/** Another system is unavailable. The caller gets 503 with `Retry-After`. */
export class OutsideUnavailable extends Error {
  constructor(system: string, outcome: OutsideOutcome<unknown>) {
    super(`${system}: ${'code' in outcome ? outcome.code : outcome.kind}`);
  }
}
