import { describe, expect, test } from 'vitest';
import { emptyBooks } from './books.domain.ts';
import type { AccountState, Books, HoldItem, TransferItem } from './books.domain.ts';
import { decide } from './decide.domain.ts';

const AT = Date.parse('2026-11-20T02:00:00Z');
const MADE = { transfers: [901n, 902n, 903n], holds: [801n, 802n] };

function account(id: bigint, balance: bigint, more: Partial<AccountState> = {}): AccountState {
  return {
    id,
    place: '(0,1)',
    balance,
    held: 0n,
    floor: 0n,
    currency: 'AUD',
    version: 7n,
    credited: 1_000n,
    aside: { cents: 0n, isFirm: false },
    lastPostedAt: AT,
    isClosed: false,
    ...more,
  };
}

function books(...accounts: AccountState[]): Books {
  return { ...emptyBooks(), accounts: new Map(accounts.map((each) => [each.id, each])) };
}

function transfer(amount: bigint, more: Partial<TransferItem> = {}): TransferItem {
  const key = more.key ?? `${amount} from ${more.debit ?? 1n}`;
  return {
    do: 'transfer',
    key,
    hash: key,
    debit: 1n,
    credit: 2n,
    amount,
    code: 8,
    forced: false,
    currency: 'AUD',
    effectiveAt: AT,
    postedAt: AT,
    hold: null,
    reverses: null,
    ...more,
  };
}

function hold(amount: bigint): HoldItem {
  const key = `hold ${amount}`;
  const times = { placedAt: AT, expiresAt: AT };
  const room = { tolerance: 0n, tolerancePoints: 0 };
  return { do: 'hold', key, hash: key, account: 1n, amount, forced: false, currency: 'AUD', ...times, ...room };
}

const decideFor = (before: Books, ...items: Parameters<typeof decide>[1]) => {
  const { books: after, outcomes } = decide(before, items);
  return { after, outcomes: outcomes(MADE) };
};

describe('a batch', () => {
  test('is decided in order, each item against the result of those before it', () => {
    const { after, outcomes } = decideFor(
      books(account(1n, 100n), account(2n, 0n)),
      transfer(80n),
      transfer(30n),
      transfer(10n, { debit: 2n, credit: 1n }),
      transfer(30n, { key: 'another 30' }),
    );
    expect(outcomes).toEqual([
      {
        ok: true,
        value: { id: 901n, debitSeq: 8n, creditSeq: 8n, debitBalance: 20n, creditBalance: 80n, replayed: false },
      },
      { ok: false, refusal: 'insufficient_funds' },
      {
        ok: true,
        value: { id: 902n, debitSeq: 9n, creditSeq: 9n, debitBalance: 70n, creditBalance: 30n, replayed: false },
      },
      {
        ok: true,
        value: { id: 903n, debitSeq: 10n, creditSeq: 10n, debitBalance: 0n, creditBalance: 100n, replayed: false },
      },
    ]);
    expect(after.accounts.get(1n)).toMatchObject({ balance: 0n, version: 10n, credited: 1_010n });
    expect(after.accounts.get(2n)).toMatchObject({ balance: 100n, version: 10n, credited: 1_110n });
  });

  test('does not change the books that were read', () => {
    const before = books(account(1n, 100n), account(2n, 0n));
    decideFor(before, transfer(80n), hold(5n));
    expect(before).toEqual(books(account(1n, 100n), account(2n, 0n)));
  });

  test('returns the first outcome for a repeated key, and key_reused for another payload', () => {
    const again = { key: 'one key', hash: 'one payload' };
    const { after, outcomes } = decideFor(
      books(account(1n, 100n), account(2n, 0n)),
      transfer(80n, again),
      transfer(80n, again),
      transfer(70n, { ...again, hash: 'another payload' }),
    );
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.refusal))).toEqual([
      expect.objectContaining({ id: 901n, replayed: false }),
      expect.objectContaining({ id: 901n, debitBalance: 20n, replayed: true }),
      'key_reused',
    ]);
    expect(after.transfers).toHaveLength(1);
  });

  test('decides a key again when its first command was refused', () => {
    const again = { key: 'one key', hash: 'one payload' };
    const { outcomes } = decideFor(
      books(account(1n, 0n), account(2n, 100n)),
      transfer(80n, again),
      transfer(80n, { debit: 2n, credit: 1n }),
      transfer(80n, again),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true]);
  });
});

describe('linked transfers', () => {
  test('are all posted, each against the result of the one before it', () => {
    const linked = { do: 'linked', transfers: [transfer(90n), transfer(90n, { debit: 2n, credit: 3n })] } as const;
    const { outcomes } = decideFor(books(account(1n, 100n), account(2n, 0n), account(3n, 0n)), linked);
    expect(outcomes).toEqual([
      { ok: true, value: [expect.objectContaining({ id: 901n }), expect.objectContaining({ id: 902n })] },
    ]);
  });

  test('write nothing when one is refused, name it, and do not affect later items', () => {
    const linked = { do: 'linked', transfers: [transfer(90n), transfer(20n)] } as const;
    const { after, outcomes } = decideFor(books(account(1n, 100n), account(2n, 0n)), linked, transfer(90n));
    expect(outcomes).toEqual([
      { ok: false, refusal: 'insufficient_funds', place: 1 },
      { ok: true, value: expect.objectContaining({ id: 901n, replayed: false, debitBalance: 10n }) },
    ]);
    expect(after.transfers).toHaveLength(1);
  });
});

describe('a posting time', () => {
  test('before the newest one of an account is raised to it, for that side only', () => {
    const before = books(
      account(1n, 100n, { lastPostedAt: AT + 5_000 }),
      account(2n, 0n, { lastPostedAt: AT - 5_000 }),
    );
    const { after } = decideFor(before, transfer(10n), transfer(20n, { postedAt: AT + 9_000 }));
    expect(after.transfers.map(({ debit, credit }) => [debit.postedAt - AT, credit.postedAt - AT])).toEqual([
      [5_000, 0],
      [9_000, 9_000],
    ]);
  });
});

describe('a closed account', () => {
  const closed = () => books(account(1n, 0n, { isClosed: true }), account(2n, 100n));
  test('accepts no posting and no hold, forced or not', () => {
    const { after, outcomes } = decideFor(
      closed(),
      transfer(10n, { forced: true }),
      transfer(10n, { debit: 2n, credit: 1n }),
      hold(10n),
    );
    expect(outcomes).toEqual([1, 2, 3].map(() => ({ ok: false, refusal: 'closed_account' })));
    expect(after.touched.size).toBe(0);
  });

  test('is closed once, and never with a balance or a hold', () => {
    const close = (id: bigint) => ({ do: 'close', account: id, at: AT }) as const;
    const before = books(account(1n, 0n), account(2n, 1n), account(3n, 0n, { held: 1n }));
    const { outcomes } = decideFor(before, close(1n), close(1n), close(2n), close(3n), close(4n));
    expect(outcomes).toEqual([
      { ok: true, value: { replayed: false } },
      { ok: true, value: { replayed: true } },
      { ok: false, refusal: 'account_not_empty' },
      { ok: false, refusal: 'account_not_empty' },
      { ok: false, refusal: 'unknown_account' },
    ]);
  });
});

describe('a capture', () => {
  const held = (available: bigint): Books => ({
    ...books(account(1n, 100n + available, { held: 100n }), account(2n, 0n)),
    holds: new Map([[5n, { id: 5n, account: 1n, keep: 100n, tolerance: 5n, tolerancePoints: 1_500, events: 0 }]]),
  });

  test.each([
    ['within the tolerance asks for no funds', 120n, 0n, -20n],
    ['one cent above it asks for all that the hold does not cover', 121n, 20n, 'insufficient_funds'],
    ['one cent above it is taken while there are funds', 121n, 21n, 0n],
    ['of less than is held', 60n, 0n, 40n],
  ])('%s', (_what, amount, available, left) => {
    const { outcomes } = decideFor(held(available), transfer(amount, { hold: 5n }));
    expect(
      outcomes.map((outcome) =>
        outcome.ok ? (outcome.value as { debitBalance: bigint }).debitBalance : outcome.refusal,
      ),
    ).toEqual([left]);
  });

  test('ends its hold, so a second capture in the same batch is refused', () => {
    const { outcomes } = decideFor(held(0n), transfer(100n, { hold: 5n }), transfer(1n, { hold: 5n }), {
      do: 'release',
      hold: 5n,
      keep: 0n,
      at: AT,
      because: 'voided',
    });
    expect(outcomes.slice(1)).toEqual([1, 2].map(() => ({ ok: false, refusal: 'hold_resolved' })));
  });

  test('may take the amount of an addition', () => {
    const addition = { do: 'add', key: 'more', hash: 'more', hold: 5n, amount: 50n, currency: 'AUD', at: AT } as const;
    const { after, outcomes } = decideFor(held(50n), addition, transfer(150n, { hold: 5n }));
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
    expect(after.accounts.get(1n)).toMatchObject({ balance: 0n, held: 0n });
  });
});
