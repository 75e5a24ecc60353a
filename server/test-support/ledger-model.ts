import type { LedgerRefusal } from '../src/ledger/ledger.ts';

/** The ledger in a few lines of arrays: what the real one must agree with. Knows no SQL and no lock. */
type ModelAccount = { floor: bigint | null; entries: bigint[]; held: bigint };
type ModelHold = { account: number; keep: bigint };
type Stored = { payload: string; debitBalance: bigint; creditBalance: bigint; debitSeq: bigint; creditSeq: bigint };

export type ModelPosting = {
  readonly key: string;
  readonly debit: number;
  readonly credit: number;
  readonly amount: bigint;
  readonly forced: boolean;
  readonly ceiling?: bigint | undefined;
};

export type ModelAnswer = (Omit<Stored, 'payload'> & { readonly replayed: boolean }) | LedgerRefusal;

/** Accounts and holds are known by their place in the order of their making. */
export class LedgerModel {
  readonly accounts: ModelAccount[] = [];
  readonly holds: ModelHold[] = [];
  readonly #transfers = new Map<string, Stored>();
  readonly #holdKeys = new Map<string, { payload: string; hold: number }>();

  open(floor: bigint | null): number {
    return this.accounts.push({ floor, entries: [], held: 0n }) - 1;
  }

  balance(account: number): bigint {
    return this.#at(account).entries.reduce((sum, amount) => sum + amount, 0n);
  }

  post(posting: ModelPosting, captured?: number): ModelAnswer {
    const { key, debit, credit, amount, forced, ceiling } = posting;
    if (amount <= 0n) return 'amount_not_positive';
    if (amount > 9_999_999_999n) return 'amount_too_large';
    if (captured !== undefined && !this.holds[captured]) return 'unknown_hold';
    if (debit === credit) return 'same_account';
    if (!this.accounts[debit] || !this.accounts[credit]) return 'unknown_account';

    const payload = [debit, credit, amount, forced, captured].join();
    const stored = this.#transfers.get(key);
    if (stored) return stored.payload === payload ? answerOf(stored, true) : 'key_reused';

    const hold = captured === undefined ? undefined : this.holds[captured];
    if (hold?.keep === 0n) return 'hold_resolved';
    const letGo = hold?.keep ?? 0n;
    const { floor, held } = this.#at(debit);
    const available = this.balance(debit) - amount - (held - letGo);
    if (!forced && floor !== null && available < floor) return 'insufficient_funds';
    if (!forced && ceiling !== undefined && this.balance(credit) + amount > ceiling) return 'above_ceiling';

    if (hold) hold.keep = 0n;
    this.#at(debit).held -= letGo;
    this.#at(debit).entries.push(-amount);
    this.#at(credit).entries.push(amount);
    const made = {
      payload,
      debitBalance: this.balance(debit),
      creditBalance: this.balance(credit),
      debitSeq: BigInt(this.#at(debit).entries.length),
      creditSeq: BigInt(this.#at(credit).entries.length),
    };
    this.#transfers.set(key, made);
    return answerOf(made, false);
  }

  hold(
    key: string,
    account: number,
    amount: bigint,
    forced: boolean,
  ): { hold: number; replayed: boolean } | LedgerRefusal {
    if (amount <= 0n) return 'amount_not_positive';
    if (amount > 9_999_999_999n) return 'amount_too_large';
    if (!this.accounts[account]) return 'unknown_account';
    const payload = [account, amount, forced].join();
    const stored = this.#holdKeys.get(key);
    if (stored) return stored.payload === payload ? { hold: stored.hold, replayed: true } : 'key_reused';
    const { floor, held } = this.#at(account);
    if (!forced && floor !== null && this.balance(account) - held - amount < floor) return 'insufficient_funds';
    this.#at(account).held += amount;
    const hold = this.holds.push({ account, keep: amount }) - 1;
    this.#holdKeys.set(key, { payload, hold });
    return { hold, replayed: false };
  }

  release(index: number, keep: bigint): { held: bigint } | LedgerRefusal {
    if (keep < 0n) return 'amount_not_positive';
    const hold = this.holds[index];
    if (!hold) return 'unknown_hold';
    if (hold.keep === 0n) return 'hold_resolved';
    if (keep > hold.keep) return 'amount_too_large';
    const account = this.#at(hold.account);
    account.held -= hold.keep - keep;
    hold.keep = keep;
    return { held: account.held };
  }

  #at(account: number): ModelAccount {
    const found = this.accounts[account];
    if (!found) throw new Error(`the model has no account ${account}`);
    return found;
  }
}

function answerOf({ debitBalance, creditBalance, debitSeq, creditSeq }: Stored, replayed: boolean): ModelAnswer {
  return { debitBalance, creditBalance, debitSeq, creditSeq, replayed };
}
