import type { LedgerRefusal } from '../../src/ledger/ledger.ts';

/** Accounts, holds and transfers are numbered in the order of creation. */
export type ModelTransfer =
  | {
      readonly do: 'post';
      readonly key: string;
      readonly debit: number;
      readonly credit: number;
      readonly amount: bigint;
      readonly forced: boolean;
      readonly ceiling: bigint | undefined;
      readonly currency: string;
      readonly at: number;
    }
  | {
      readonly do: 'capture';
      readonly key: string;
      readonly hold: number;
      readonly credit: number;
      readonly amount: bigint;
      readonly forced: boolean;
      readonly at: number;
    }
  | {
      readonly do: 'reverse';
      readonly key: string;
      readonly transfer: number;
      readonly forced: boolean;
      readonly at: number;
    };

export type ModelCommand =
  | ModelTransfer
  | { readonly do: 'linked'; readonly transfers: readonly ModelTransfer[] }
  | {
      readonly do: 'hold';
      readonly key: string;
      readonly account: number;
      readonly amount: bigint;
      readonly forced: boolean;
      readonly currency: string;
      readonly tolerance: bigint;
      readonly tolerancePoints: number;
    }
  | {
      readonly do: 'add';
      readonly key: string;
      readonly hold: number;
      readonly amount: bigint;
    }
  | {
      readonly do: 'release';
      readonly hold: number;
      readonly keep: bigint;
      readonly because: 'voided' | 'expired';
    }
  | { readonly do: 'close'; readonly account: number };

type Entry = { readonly amount: bigint; readonly at: number };
type Account = { floor: bigint | null; currency: string; entries: Entry[]; held: bigint; closed: boolean };
type Hold = { account: number; keep: bigint; tolerance: bigint; tolerancePoints: number };
type Transfer = { debit: number; credit: number; amount: bigint; reversed: boolean };
type Posted = {
  transfer: number;
  debitBalance: bigint;
  creditBalance: bigint;
  debitSeq: bigint;
  creditSeq: bigint;
  replayed: boolean;
};
export type ModelBalance = { readonly balance: bigint; readonly held: bigint; readonly version: bigint };
type Sides = { debit: number; credit: number; amount: bigint; currency: string; ceiling: bigint | undefined };
type State = {
  accounts: Account[];
  holds: Hold[];
  transfers: Transfer[];
  /** By kind of command and key. */
  keys: Map<string, { payload: string; answer: Posted | { hold: number } }>;
};

/** Expected response of the ledger: a refusal or an accepted result. */
export type ModelAnswer =
  | LedgerRefusal
  | Posted
  | readonly Posted[]
  | { readonly refusal: LedgerRefusal; readonly place: number }
  | { readonly hold: number; readonly balance: ModelBalance; readonly replayed: boolean }
  | ModelBalance
  | { readonly replayed: boolean };

const OWN = 'AUD';

/** Model of the ledger in arrays, with which the real one must agree. Without SQL and locks. */
export class LedgerModel {
  #state: State = { accounts: [], holds: [], transfers: [], keys: new Map() };

  open(floor: bigint | null, currency = OWN): void {
    this.#state.accounts.push({ floor, currency, entries: [], held: 0n, closed: false });
  }

  get accounts(): number {
    return this.#state.accounts.length;
  }

  get holds(): number {
    return this.#state.holds.length;
  }

  get transfers(): number {
    return this.#state.transfers.length;
  }

  /** Cents of a hold. */
  kept(hold: number): bigint | undefined {
    return this.#state.holds[hold]?.keep;
  }

  balanceOf(account: number): ModelBalance {
    const { entries, held } = this.#account(account);
    return { balance: sum(entries), held, version: BigInt(entries.length) };
  }

  balanceAt(account: number, at: number): bigint {
    return sum(this.#account(account).entries.filter((entry) => entry.at <= at));
  }

  totals(account: number, from: number, to: number) {
    const { entries } = this.#account(account);
    const before = entries.filter((entry) => entry.at < from);
    const within = entries.filter((entry) => entry.at >= from && entry.at < to);
    return {
      opening: sum(before),
      closing: sum([...before, ...within]),
      credited: sum(within.filter(({ amount }) => amount > 0n)),
      debited: -sum(within.filter(({ amount }) => amount < 0n)),
      after: BigInt(before.length),
      upTo: BigInt(before.length + within.length),
    };
  }

  carryOut(command: ModelCommand): ModelAnswer {
    switch (command.do) {
      case 'post':
      case 'capture':
      case 'reverse':
        return this.#transfer(command);
      case 'linked':
        return this.#linked(command.transfers);
      case 'hold':
        return this.#hold(command);
      case 'add':
        return this.#add(command);
      case 'release':
        return this.#release(command.hold, command.keep);
      case 'close':
        return this.#close(command.account);
    }
  }

  #linked(transfers: readonly ModelTransfer[]): ModelAnswer {
    const before = structuredClone(this.#state);
    const posted: Posted[] = [];
    for (const [place, transfer] of transfers.entries()) {
      const answer = this.#transfer(transfer);
      if (typeof answer === 'string') {
        this.#state = before;
        return { refusal: answer, place };
      }
      posted.push(answer);
    }
    return posted;
  }

  #sidesOf(command: ModelTransfer): Sides | LedgerRefusal {
    if (command.do === 'post') return command;
    if (command.do === 'capture') {
      const hold = this.#state.holds[command.hold];
      return hold
        ? { debit: hold.account, credit: command.credit, amount: command.amount, currency: OWN, ceiling: undefined }
        : 'unknown_hold';
    }
    const original = this.#state.transfers[command.transfer];
    return original
      ? { debit: original.credit, credit: original.debit, amount: original.amount, currency: OWN, ceiling: undefined }
      : 'unknown_transfer';
  }

  #transfer(command: ModelTransfer): Posted | LedgerRefusal {
    const wrong = command.do === 'reverse' ? undefined : refuseAmount(command.amount);
    if (wrong) return wrong;
    const sides = this.#sidesOf(command);
    if (typeof sides === 'string') return sides;
    const { debit, credit, amount, currency, ceiling } = sides;
    if (debit === credit) return 'same_account';
    const [from, to] = [this.#state.accounts[debit], this.#state.accounts[credit]];
    if (!from || !to) return 'unknown_account';
    if (from.currency !== currency || to.currency !== currency) return 'currency_mismatch';

    const named =
      command.do === 'capture' ? `hold ${command.hold}` : command.do === 'reverse' ? `of ${command.transfer}` : '';
    const payload = [debit, credit, amount, command.forced, named].join();
    const known = this.#state.keys.get(`transfer ${command.key}`);
    if (known) return known.payload === payload ? { ...(known.answer as Posted), replayed: true } : 'key_reused';
    const hold = command.do === 'capture' ? this.#state.holds[command.hold] : undefined;
    if (hold?.keep === 0n) return 'hold_resolved';
    const original = command.do === 'reverse' ? this.#state.transfers[command.transfer] : undefined;
    if (original?.reversed) return 'already_reversed';
    if (from.closed || to.closed) return 'closed_account';

    const keep = hold?.keep ?? 0n;
    // PaymentTransaction its tolerance a capture needs no more than the held amount.
    const most = hold ? keep + hold.tolerance + (keep * BigInt(hold.tolerancePoints)) / 10_000n : 0n;
    const needed = hold && amount > keep && amount <= most ? keep : amount;
    const left = sum(from.entries) - needed - (from.held - keep);
    if (!command.forced && from.floor !== null && left < from.floor) return 'insufficient_funds';
    if (!command.forced && ceiling !== undefined && sum(to.entries) + amount > ceiling) return 'above_ceiling';

    if (hold) hold.keep = 0n;
    if (original) original.reversed = true;
    from.held -= keep;
    for (const [account, moved] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      account.entries.push({ amount: moved, at: Math.max(command.at, account.entries.at(-1)?.at ?? command.at) });
    }
    const answer = {
      transfer: this.#state.transfers.push({ debit, credit, amount, reversed: false }) - 1,
      debitBalance: sum(from.entries),
      creditBalance: sum(to.entries),
      debitSeq: BigInt(from.entries.length),
      creditSeq: BigInt(to.entries.length),
      replayed: false,
    };
    this.#state.keys.set(`transfer ${command.key}`, { payload, answer });
    return answer;
  }

  #hold(command: ModelCommand & { do: 'hold' }): ModelAnswer {
    const { key, amount, forced, tolerance, tolerancePoints } = command;
    const wrong = refuseAmount(amount);
    if (wrong) return wrong;
    const account = this.#state.accounts[command.account];
    if (!account) return 'unknown_account';
    if (account.currency !== command.currency) return 'currency_mismatch';
    const payload = [command.account, amount, forced, tolerance, tolerancePoints].join();
    const known = this.#state.keys.get(`hold ${key}`);
    if (known) return known.payload === payload ? this.#placed(known.answer, command.account, true) : 'key_reused';
    if (account.closed) return 'closed_account';
    if (this.#lacks(account, amount, forced)) return 'insufficient_funds';
    account.held += amount;
    const hold = this.#state.holds.push({ account: command.account, keep: amount, tolerance, tolerancePoints }) - 1;
    this.#state.keys.set(`hold ${key}`, { payload, answer: { hold } });
    return this.#placed({ hold }, command.account, false);
  }

  #add(command: ModelCommand & { do: 'add' }): ModelAnswer {
    const { key, amount } = command;
    const wrong = refuseAmount(amount);
    if (wrong) return wrong;
    const hold = this.#state.holds[command.hold];
    if (!hold) return 'unknown_hold';
    const account = this.#account(hold.account);
    if (account.currency !== OWN) return 'currency_mismatch';
    const payload = [command.hold, amount].join();
    const known = this.#state.keys.get(`add ${key}`);
    if (known) return known.payload === payload ? this.#placed(known.answer, hold.account, true) : 'key_reused';
    if (hold.keep === 0n) return 'hold_resolved';
    if (this.#lacks(account, amount, false)) return 'insufficient_funds';
    account.held += amount;
    hold.keep += amount;
    this.#state.keys.set(`add ${key}`, { payload, answer: { hold: command.hold } });
    return this.#placed({ hold: command.hold }, hold.account, false);
  }

  #release(index: number, keep: bigint): ModelAnswer {
    if (keep < 0n) return 'amount_not_positive';
    const hold = this.#state.holds[index];
    if (!hold) return 'unknown_hold';
    if (hold.keep === 0n) return 'hold_resolved';
    if (keep > hold.keep) return 'amount_too_large';
    this.#account(hold.account).held -= hold.keep - keep;
    hold.keep = keep;
    return this.balanceOf(hold.account);
  }

  #close(index: number): ModelAnswer {
    const account = this.#state.accounts[index];
    if (!account) return 'unknown_account';
    if (account.closed) return { replayed: true };
    if (sum(account.entries) !== 0n || account.held !== 0n) return 'account_not_empty';
    account.closed = true;
    return { replayed: false };
  }

  #lacks({ floor, entries, held }: Account, amount: bigint, forced: boolean): boolean {
    return !forced && floor !== null && sum(entries) - held - amount < floor;
  }

  #placed(answer: object, account: number, replayed: boolean): ModelAnswer {
    return { hold: (answer as { hold: number }).hold, balance: this.balanceOf(account), replayed };
  }

  #account(index: number): Account {
    const found = this.#state.accounts[index];
    if (!found) throw new Error(`the model has no account ${index}`);
    return found;
  }
}

function refuseAmount(amount: bigint): LedgerRefusal | undefined {
  if (amount <= 0n) return 'amount_not_positive';
  return amount > 9_999_999_999n ? 'amount_too_large' : undefined;
}

function sum(entries: readonly { readonly amount: bigint }[]): bigint {
  return entries.reduce((total, { amount }) => total + amount, 0n);
}
