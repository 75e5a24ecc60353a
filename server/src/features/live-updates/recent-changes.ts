/** Changes of so many accounts are remembered; beyond that the oldest are forgotten, and known to be. */
const ACCOUNTS_MAX = 50_000;

/** Accounts that changed recently, so that a new stream reports what happened just before it was opened. */
export type RecentChanges = {
  /** An account has changed now. */
  note(account: string): void;
  /** Any account may have changed up to now. */
  missed(): void;
  /** Whether one of these accounts has changed since an instant of the clock; `unknown` where that is too long ago. */
  since(accounts: readonly string[], atMs: number): 'changed' | 'unchanged' | 'unknown';
  /** Forgets what is older than an instant. */
  forgetBefore(atMs: number): void;
};

export function openRecentChanges(now: () => number): RecentChanges {
  /** In the order of the changes, so the oldest comes first. */
  const changedAt = new Map<string, number>();
  let knownSinceMs = now();

  function forget(account: string, atMs: number): void {
    changedAt.delete(account);
    knownSinceMs = Math.max(knownSinceMs, atMs);
  }

  return {
    note(account) {
      changedAt.delete(account);
      changedAt.set(account, now());
      const [oldest] = changedAt;
      if (oldest && changedAt.size > ACCOUNTS_MAX) forget(...oldest);
    },
    missed() {
      changedAt.clear();
      knownSinceMs = now();
    },
    since(accounts, atMs) {
      if (atMs < knownSinceMs) return 'unknown';
      return accounts.some((account) => (changedAt.get(account) ?? Number.NEGATIVE_INFINITY) >= atMs)
        ? 'changed'
        : 'unchanged';
    },
    forgetBefore(atMs) {
      for (const [account, changedMs] of changedAt) {
        if (changedMs >= atMs) break;
        forget(account, changedMs);
      }
      knownSinceMs = Math.max(knownSinceMs, atMs);
    },
  };
}
