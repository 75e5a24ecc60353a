import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, AT, freshKey, givenLedger, refusalOf, TENANT } from '../../test-support/ledger/ledger.ts';
import type { TestLedger } from '../../test-support/ledger/ledger.ts';
import type { Command, LedgerRefusal } from './ledger.ts';

let given: TestLedger;
beforeAll(async () => {
  given = await givenLedger();
});
afterAll(() => given.close());

const TIMES = { effectiveAt: AT, postedAt: AT } as const;
const apply = (command: Command) => given.during((tx) => given.ledger.apply(tx, TENANT, [command]));

/** Two accounts with 1,000 and 0, an open hold of 100 on the first, a transfer of 200 that was reversed. */
async function givenBooks() {
  const [payer, payee] = [await given.givenAccount(1_200n), await given.givenAccount(0n)];
  return given.during(async (tx) => {
    const dollars = await given.ledger.openAccount(tx, {
      tenantId: TENANT,
      kind: 'cardholder',
      floor: null,
      currency: 'USD',
    });
    const closed = await given.ledger.openAccount(tx, { tenantId: TENANT, kind: 'cardholder', floor: 0n });
    accepted(await given.ledger.closeAccount(tx, { tenantId: TENANT, account: closed, at: AT }));
    const request = { tenantId: TENANT, account: payer, placedAt: AT, expiresAt: AT };
    const held = await given.ledger.openAccount(tx, { tenantId: TENANT, kind: 'cardholder', floor: 0n });
    accepted(
      await given.ledger.placeHold(tx, { ...request, account: held, key: freshKey(), amount: 1n, forced: true }),
    );
    const hold = accepted(await given.ledger.placeHold(tx, { ...request, key: freshKey(), amount: 100n }));
    const ended = accepted(await given.ledger.placeHold(tx, { ...request, key: freshKey(), amount: 50n }));
    const reversed = accepted(
      await given.ledger.post(tx, given.transfer({ debit: given.bank, credit: payer, amount: 200n })),
    );
    const back = { tenantId: TENANT, key: freshKey(), transfer: reversed.id, code: 13, ...TIMES } as const;
    accepted(await given.ledger.reverse(tx, back));
    const capture = {
      tenantId: TENANT,
      key: freshKey(),
      hold: ended.id,
      amount: 200n,
      credit: payee,
      code: 1,
      ...TIMES,
    } as const;
    accepted(await given.ledger.captureHold(tx, capture));
    return {
      payer,
      payee,
      dollars,
      closed,
      held,
      hold: hold.id,
      ended: ended.id,
      reversed: reversed.id,
      back,
      capture,
    };
  });
}
type Given = Awaited<ReturnType<typeof givenBooks>>;

const post = (more: (g: Given) => object) => (g: Given) =>
  ({
    do: 'post',
    key: freshKey(),
    debit: g.payer,
    credit: g.payee,
    amount: 1n,
    code: 8,
    ...TIMES,
    ...more(g),
  }) as Command;
const hold = (more: (g: Given) => object) => (g: Given) =>
  ({ do: 'hold', key: freshKey(), account: g.payer, amount: 1n, placedAt: AT, expiresAt: AT, ...more(g) }) as Command;
const add = (more: (g: Given) => object) => (g: Given) =>
  ({ do: 'add', key: freshKey(), hold: g.hold, amount: 1n, at: AT, ...more(g) }) as Command;
const capture = (more: (g: Given) => object) => (g: Given) =>
  ({
    do: 'capture',
    key: freshKey(),
    hold: g.hold,
    credit: g.payee,
    amount: 1n,
    code: 1,
    ...TIMES,
    ...more(g),
  }) as Command;
const reverse = (more: (g: Given) => object) => (g: Given) =>
  ({ do: 'reverse', key: freshKey(), transfer: g.reversed, code: 13, ...TIMES, ...more(g) }) as Command;

const REFUSED: readonly [LedgerRefusal, string, (g: Given) => Command][] = [
  ['amount_not_positive', 'a posting of nothing', post(() => ({ amount: 0n }))],
  ['amount_not_positive', 'a posting of less than nothing', post(() => ({ amount: -1n }))],
  ['amount_not_positive', 'an addition of nothing', add(() => ({ amount: 0n }))],
  ['amount_too_large', 'a posting of the largest bigint of the database', post(() => ({ amount: 2n ** 63n - 1n }))],
  ['amount_too_large', 'a posting of one more than that', post(() => ({ amount: 2n ** 63n }))],
  ['amount_too_large', 'a hold that would grow above the largest amount', add(() => ({ amount: 9_999_999_900n }))],
  ['unknown_account', 'a posting to nowhere', post(() => ({ credit: 999_999n }))],
  ['unknown_account', 'a posting from an id above the largest bigint', post(() => ({ debit: 2n ** 63n }))],
  ['unknown_account', 'a hold on one', hold(() => ({ account: 2n ** 63n }))],
  ['unknown_account', 'a hold on nothing', hold(() => ({ account: 999_999n }))],
  ['unknown_account', 'closing nothing', () => ({ do: 'close', account: 999_999n, at: AT })],
  ['same_account', 'a posting to itself', post((g) => ({ credit: g.payer }))],
  ['same_account', 'a capture to where it was held', capture((g) => ({ credit: g.payer }))],
  ['currency_mismatch', 'a posting to an account of another currency', post((g) => ({ credit: g.dollars }))],
  ['currency_mismatch', 'a posting from one', post((g) => ({ debit: g.dollars }))],
  ['currency_mismatch', 'a posting in another currency', post(() => ({ currency: 'USD' }))],
  ['currency_mismatch', 'a hold in another currency', hold(() => ({ currency: 'USD' }))],
  ['currency_mismatch', 'an addition in another currency', add(() => ({ currency: 'USD' }))],
  ['currency_mismatch', 'a capture to an account of another currency', capture((g) => ({ credit: g.dollars }))],
  ['closed_account', 'a posting to a closed account', post((g) => ({ credit: g.closed }))],
  ['closed_account', 'a posting from one', post((g) => ({ debit: g.closed, credit: g.payee }))],
  ['closed_account', 'a forced posting from one', post((g) => ({ debit: g.closed, forced: true }))],
  ['closed_account', 'a hold on one', hold((g) => ({ account: g.closed, forced: true }))],
  ['closed_account', 'a capture to one', capture((g) => ({ credit: g.closed }))],
  ['account_not_empty', 'closing an account with money', (g) => ({ do: 'close', account: g.payer, at: AT })],
  [
    'account_not_empty',
    'closing an account that owes nothing and holds',
    (g) => ({ do: 'close', account: g.held, at: AT }),
  ],
  ['insufficient_funds', 'a posting above what is available', post(() => ({ amount: 901n }))],
  ['insufficient_funds', 'an addition above what is available', add(() => ({ amount: 901n }))],
  ['above_ceiling', 'a posting above the ceiling', post(() => ({ amount: 2n, ceiling: 201n }))],
  ['key_reused', 'a posting under the key of a capture', post((g) => ({ key: g.capture.key }))],
  ['key_reused', 'a reversal under the key of another', reverse((g) => ({ key: g.capture.key }))],
  [
    'key_reused',
    'a capture under its own key of another amount',
    (g) => ({ do: 'capture', ...g.capture, amount: 201n }),
  ],
  ['unknown_hold', 'a capture of nothing', capture(() => ({ hold: 999_999n }))],
  ['unknown_hold', 'a capture of an id above the largest bigint', capture(() => ({ hold: 2n ** 63n }))],
  ['unknown_hold', 'an addition to nothing', add(() => ({ hold: 999_999n }))],
  ['hold_resolved', 'a second capture', capture((g) => ({ hold: g.ended }))],
  ['hold_resolved', 'an addition to a hold that has ended', add((g) => ({ hold: g.ended }))],
  ['hold_resolved', 'a release of one', (g) => ({ do: 'release', hold: g.ended, keep: 0n, at: AT, because: 'voided' })],
  ['unknown_transfer', 'a reversal of nothing', reverse(() => ({ transfer: 999_999n }))],
  ['unknown_transfer', 'a reversal of an id above the largest bigint', reverse(() => ({ transfer: 2n ** 63n }))],
  ['already_reversed', 'a second reversal', reverse(() => ({}))],
];

describe('a refusal that writes nothing', () => {
  let books: Given;
  beforeAll(async () => {
    books = await givenBooks();
  });
  test.each(REFUSED)('%s: %s', async (refusal, _what, toCommand) => {
    const before = await given.rows();
    const [outcome] = await apply(toCommand(books));
    expect(outcome).toMatchObject({ ok: false, refusal });
    expect(await given.rows()).toBe(before);
  });

  test('key_reused: an addition with the key of another', async () => {
    const more = add(() => ({}))(books);
    const [first] = await apply(more);
    expect(first).toMatchObject({ ok: true, value: { replayed: false } });
    const before = await given.rows();
    expect((await apply(more))[0]).toMatchObject({ ok: true, value: { replayed: true } });
    expect(refusalOf((await apply({ ...more, amount: 2n } as Command))[0])).toBe('key_reused');
    expect(await given.rows()).toBe(before);
  });

  test('linked transfers when one is refused', async () => {
    const before = await given.rows();
    const linked = [post(() => ({}))(books), post(() => ({ amount: 9_000n }))(books)] as never;
    const answer = await given.during((tx) => given.ledger.postLinked(tx, TENANT, linked));
    expect(answer).toEqual({ ok: false, refusal: 'insufficient_funds', place: 1 });
    expect(await given.rows()).toBe(before);
  });
});

describe('a reversal', () => {
  test('moves the money back by a new transfer, answers a replay, and names the reversed transfer', async () => {
    const account = await given.givenAccount(0n);
    const paid = accepted(
      await given.during((tx) =>
        given.ledger.post(tx, given.transfer({ debit: given.bank, credit: account, amount: 75n })),
      ),
    );
    const request = { tenantId: TENANT, key: freshKey(), transfer: paid.id, code: 13, ...TIMES } as const;
    const back = accepted(await given.during((tx) => given.ledger.reverse(tx, request)));
    expect(back).toMatchObject({ debitBalance: 0n, debitSeq: 2n, replayed: false });
    const again = accepted(await given.during((tx) => given.ledger.reverse(tx, request)));
    expect(again).toEqual({ ...back, replayed: true });
    expect(
      await given.asOwner('SELECT transfer_id, reversal_id FROM reversal WHERE transfer_id = $1', [paid.id]),
    ).toEqual([{ transfer_id: String(paid.id), reversal_id: String(back.id) }]);
  });

  test('is refused for spent money unless it is forced', async () => {
    const account = await given.givenAccount(0n);
    const deposit = given.transfer({ debit: given.bank, credit: account, amount: 75n });
    const paid = accepted(await given.during((tx) => given.ledger.post(tx, deposit)));
    const spent = given.transfer({ debit: account, credit: given.scheme, amount: 50n });
    accepted(await given.during((tx) => given.ledger.post(tx, spent)));
    const back = { ...deposit, key: freshKey(), transfer: paid.id };
    expect(refusalOf(await given.during((tx) => given.ledger.reverse(tx, back)))).toBe('insufficient_funds');
    const forced = accepted(await given.during((tx) => given.ledger.reverse(tx, { ...back, forced: true })));
    expect(forced.debitBalance).toBe(-50n);
  });

  test('can be reversed itself once, and the first transfer cannot be reversed again', async () => {
    const account = await given.givenAccount(0n);
    const paid = given.transfer({ debit: given.bank, credit: account, amount: 75n });
    const { id } = accepted(await given.during((tx) => given.ledger.post(tx, paid)));
    const reverseOf = (transfer: bigint) =>
      given.during((tx) => given.ledger.reverse(tx, { ...paid, key: freshKey(), transfer }));
    const back = accepted(await reverseOf(id));
    const again = accepted(await reverseOf(back.id));
    expect(again).toMatchObject({ creditBalance: 75n, creditSeq: 3n });
    expect(refusalOf(await reverseOf(id))).toBe('already_reversed');
    expect(refusalOf(await reverseOf(back.id))).toBe('already_reversed');
    expect(accepted(await reverseOf(again.id)).debitBalance).toBe(0n);
    expect((await given.verify()).findings).toEqual([]);
  });

  test('linked with the right posting makes a correction', async () => {
    const account = await given.givenAccount(100n);
    const wrong = given.transfer({ debit: account, credit: given.scheme, amount: 90n });
    const { id } = accepted(await given.during((tx) => given.ledger.post(tx, wrong)));
    const answer = await given.during((tx) =>
      given.ledger.postLinked(tx, TENANT, [
        { ...wrong, do: 'reverse', key: freshKey(), transfer: id },
        { ...wrong, do: 'post', key: freshKey(), amount: 9n },
      ]),
    );
    expect(answer).toMatchObject({ ok: true, value: [{ creditBalance: 100n }, { debitBalance: 91n }] });
  });
});

test('an opened batch names its closed accounts', async () => {
  const books = await givenBooks();
  const post = { ...given.transfer({ debit: books.payer, credit: books.closed, amount: 1n }), do: 'post' as const };
  const opened = await given.during((tx) => given.ledger.open(tx, TENANT, [post], async () => {}));
  expect(opened.closed).toEqual(new Set([books.closed]));
});

test.each<[what: string, amount: bigint, thrown: object]>([
  ['would be accepted', 1n, { code: '23505', constraint: 'transfer_key' }],
  ['would be refused', 9_999n, { message: 'a key was used before' }],
])(
  'one that %s among several that were opened, under a key that is taken, ends them all',
  async (_, amount, thrown) => {
    const books = await givenBooks();
    const sides = { debit: books.payer, credit: books.payee } as const;
    const earlier = given.transfer({ ...sides, amount: 1n });
    accepted(await given.during((tx) => given.ledger.post(tx, earlier)));
    const before = await given.rows();
    const several = [given.transfer({ ...sides, amount: 1n }), { ...earlier, amount }];
    const commands = several.map((one) => ({ ...one, do: 'post' as const }));
    const applied = given.during(async (tx) => {
      const opened = await given.ledger.open(tx, TENANT, commands, async () => {});
      return opened.apply(commands);
    });
    await expect(applied).rejects.toMatchObject(thrown);
    expect(await given.rows()).toBe(before);
  },
);
