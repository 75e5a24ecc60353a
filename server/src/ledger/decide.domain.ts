import { copyBooks, placedHold } from './books.domain.ts';
import type {
  AccountState,
  AdditionItem,
  Books,
  ClosingItem,
  HoldItem,
  HoldState,
  Item,
  Made,
  ReleaseItem,
  Side,
  SingleItem,
  TransferItem,
} from './books.domain.ts';
import type { Cents } from '../platform/money.ts';
import { LARGEST_AMOUNT } from './ledger.ts';
import type { Balance, Closed, LedgerAccountId, LedgerRefusal, Outcome, PlacedHold, Posted } from './ledger.ts';
import { largestTolerated, refuseAmount, refuseCredit, refuseDebit, refuseHold } from './rules.domain.ts';

/** An outcome that still lacks the ids of the written rows, or a refusal. */
type Decided<Value> = LedgerRefusal | ((made: Made) => Value);

export type Decision = {
  /** Transfers, holds, events and accounts to write. */
  readonly books: Books;
  /** One for each item, in their order. */
  readonly outcomes: (made: Made) => Outcome[];
};

/** Decides items one after another. */
export type Deciding = {
  /** Decides one item against the books as the items before it left them. A refusal changes nothing. */
  decide(item: Item): (made: Made) => Outcome;
  /** The books after the decisions so far. */
  books(): Books;
};

/** Starts from the rows that were read under the locks and does not change them. */
export function startDeciding(before: Books): Deciding {
  let books = copyBooks(before);
  return {
    books: () => books,
    decide(item) {
      if (item.do !== 'linked') return toOutcome(decideSingle(books, item));
      const attempt = copyBooks(books);
      const parts: ((made: Made) => Posted)[] = [];
      for (const [place, transfer] of item.transfers.entries()) {
        const part = decideTransfer(attempt, transfer);
        if (typeof part === 'string') return () => ({ ok: false, refusal: part, place });
        parts.push(part);
      }
      books = attempt;
      return (made) => ({ ok: true, value: parts.map((part) => part(made)) });
    },
  };
}

/** Decides the items of a batch in order, each against the books as the items before it left them. */
export function decide(before: Books, items: readonly Item[]): Decision {
  const deciding = startDeciding(before);
  const decided = items.map((item) => deciding.decide(item));
  return { books: deciding.books(), outcomes: (made) => decided.map((outcome) => outcome(made)) };
}

function toOutcome(decided: Decided<Posted | PlacedHold | Balance | Closed>): (made: Made) => Outcome {
  if (typeof decided === 'string') return () => ({ ok: false, refusal: decided });
  return (made) => ({ ok: true, value: decided(made) }) as Outcome;
}

function decideSingle(books: Books, item: SingleItem): Decided<Posted | PlacedHold | Balance | Closed> {
  switch (item.do) {
    case 'transfer':
      return decideTransfer(books, item);
    case 'hold':
      return decideHold(books, item);
    case 'add':
      return decideAddition(books, item);
    case 'release':
      return decideRelease(books, item);
    case 'close':
      return decideClosing(books, item);
  }
}

function decideTransfer(books: Books, item: TransferItem): Decided<Posted> {
  const { amount, key, hash, forced } = item;
  const impossible = refuseAmount(amount) ?? item.unknown;
  if (impossible) return impossible;
  if (item.debit === item.credit) return 'same_account';
  const from = books.accounts.get(item.debit);
  const to = books.accounts.get(item.credit);
  if (!from || !to) return 'unknown_account';
  if (from.currency !== item.currency || to.currency !== item.currency) return 'currency_mismatch';

  // A replay is answered before the checks: the balance may have been spent since, and the hold that it
  // captured has ended.
  const known = books.transferKeys.get(key);
  if (known) {
    if (known.hash !== hash) return 'key_reused';
    return (made) => ({ ...known.answer(made), replayed: true });
  }
  const hold = item.hold === null ? undefined : holdOf(books, item.hold);
  if (hold?.keep === 0n) return 'hold_resolved';
  if (item.reverses !== null && books.reversed.has(item.reverses)) return 'already_reversed';
  if (from.isClosed || to.isClosed) return 'closed_account';
  const letGo = hold?.keep ?? 0n;
  const refusal =
    refuseDebit(from, askedOf(hold, amount), letGo, forced) ??
    refuseDebit(from, amount, letGo, true) ??
    refuseCredit(to, amount, item.ceiling, forced);
  if (refusal) return refusal;

  const debit = enter(books, { ...from, held: from.held - letGo }, -amount, item.postedAt);
  const credit = enter(books, { ...to, credited: to.credited + amount }, amount, item.postedAt);
  if (hold) books.holds.set(hold.id, { ...hold, keep: 0n });
  if (item.reverses !== null) books.reversed.add(item.reverses);
  const place = books.transfers.push({ item, debit, credit }) - 1;
  const answer = (made: Made): Posted => ({
    id: idAt(made.transfers, place),
    debitSeq: debit.seq,
    creditSeq: credit.seq,
    debitBalance: debit.balance,
    creditBalance: credit.balance,
    replayed: false,
  });
  books.transferKeys.set(key, { hash, answer });
  return answer;
}

/** The amount that needs funds. A capture within its tolerance needs none for the part above the hold. */
function askedOf(hold: HoldState | undefined, amount: Cents): Cents {
  return hold && amount > hold.keep && amount <= largestTolerated(hold) ? hold.keep : amount;
}

/** Writes one side of a transfer. */
function enter(books: Books, account: AccountState, amount: bigint, postedAt: number): Side {
  const side = {
    seq: account.version + 1n,
    balance: account.balance + amount,
    credited: account.credited,
    // Posting times of an account never decrease, even when the clocks of servers differ.
    postedAt: Math.max(postedAt, account.lastPostedAt),
  };
  save(books, { ...account, balance: side.balance, version: side.seq, lastPostedAt: side.postedAt });
  return side;
}

function decideHold(books: Books, item: HoldItem): Decided<PlacedHold> {
  const { amount, key, hash, forced } = item;
  const impossible = refuseAmount(amount);
  if (impossible) return impossible;
  const account = books.accounts.get(item.account);
  if (!account) return 'unknown_account';
  if (account.currency !== item.currency) return 'currency_mismatch';

  const known = books.holdKeys.get(key);
  if (known) {
    if (known.hash !== hash) return 'key_reused';
    return (made) => placedHold(known.answer(made), account, true);
  }
  if (account.isClosed) return 'closed_account';
  const refusal = refuseHold(account, amount, forced);
  if (refusal) return refusal;

  const after = save(books, { ...account, held: account.held + amount });
  const place = books.placed.push(item) - 1;
  const answer = (made: Made) => idAt(made.holds, place);
  books.holdKeys.set(key, { hash, answer });
  return (made) => placedHold(answer(made), after, false);
}

function decideAddition(books: Books, item: AdditionItem): Decided<PlacedHold> {
  const { amount, key, hash } = item;
  const impossible = refuseAmount(amount);
  if (impossible) return impossible;
  const hold = books.holds.get(item.hold);
  if (!hold) return 'unknown_hold';
  const account = accountOf(books, hold.account);
  if (account.currency !== item.currency) return 'currency_mismatch';

  const known = books.additionKeys.get(key);
  if (known) return known.hash === hash ? () => placedHold(hold.id, account, true) : 'key_reused';
  if (hold.keep === 0n) return 'hold_resolved';
  const keep = hold.keep + amount;
  if (keep > LARGEST_AMOUNT) return 'amount_too_large';
  const refusal = refuseHold(account, amount, false);
  if (refusal) return refusal;

  const after = save(books, { ...account, held: account.held + amount });
  const number = hold.events + 1;
  books.holds.set(hold.id, { ...hold, keep, events: number });
  books.events.push({ hold: hold.id, number, keep, at: item.at, kind: 'added', key, hash });
  books.additionKeys.set(key, { hash, answer: () => hold.id });
  return () => placedHold(hold.id, after, false);
}

function decideRelease(books: Books, item: ReleaseItem): Decided<Balance> {
  const { keep, at } = item;
  if (keep < 0n) return 'amount_not_positive';
  const hold = books.holds.get(item.hold);
  if (!hold) return 'unknown_hold';
  if (hold.keep === 0n) return 'hold_resolved';
  if (keep > hold.keep) return 'amount_too_large';
  const account = accountOf(books, hold.account);
  if (keep === hold.keep) return () => balanceOf(account);

  const after = save(books, { ...account, held: account.held - hold.keep + keep });
  const events = keep === 0n ? hold.events : hold.events + 1;
  books.holds.set(hold.id, { ...hold, keep, events });
  books.events.push({
    hold: hold.id,
    number: keep === 0n ? 0 : events,
    keep,
    at,
    kind: keep === 0n ? item.because : 'reduced',
    key: null,
    hash: null,
  });
  return () => balanceOf(after);
}

function decideClosing(books: Books, item: ClosingItem): Decided<Closed> {
  const account = books.accounts.get(item.account);
  if (!account) return 'unknown_account';
  if (account.isClosed) return () => ({ replayed: true });
  if (account.balance !== 0n || account.held !== 0n) return 'account_not_empty';
  save(books, { ...account, aside: { ...account.aside, cents: 0n }, isClosed: true, closedAt: item.at });
  return () => ({ replayed: false });
}

function save(books: Books, account: AccountState): AccountState {
  books.accounts.set(account.id, account);
  books.touched.add(account.id);
  return account;
}

function balanceOf({ balance, held, version }: AccountState): Balance {
  return { balance, held, version };
}

/** The hold of a command. It was read before, or the command is marked `unknown`. */
function holdOf(books: Books, id: bigint): HoldState {
  const hold = books.holds.get(id);
  if (!hold) throw new Error(`hold ${id} was not read`);
  return hold;
}

function accountOf(books: Books, id: LedgerAccountId): AccountState {
  const account = books.accounts.get(id);
  if (!account) throw new Error(`the account ${id} of a hold is gone`);
  return account;
}

function idAt(ids: readonly bigint[], place: number): bigint {
  const id = ids[place];
  if (id === undefined) throw new Error('what was to be written has no id');
  return id;
}
