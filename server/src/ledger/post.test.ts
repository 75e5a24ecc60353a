import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, AT, freshKey, givenLedger, refusalOf, TENANT } from '../../test-support/ledger/ledger.ts';
import type { TestLedger } from '../../test-support/ledger/ledger.ts';
import type { TransferRequest } from './ledger.ts';

let given: TestLedger;
beforeAll(async () => {
  given = await givenLedger();
});
afterAll(() => given.close());

const post = (request: TransferRequest) => given.during((tx) => given.ledger.post(tx, request));
const balanceOf = (account: bigint) => given.during((tx) => given.ledger.balance(tx, TENANT, account));

async function expectRefusal(request: TransferRequest, refusal: string) {
  const before = await given.rows();
  expect(refusalOf(await post(request))).toBe(refusal);
  expect(await given.rows()).toBe(before);
}

describe('a transfer', () => {
  test('moves money from one account to the other and numbers the entries', async () => {
    const [payer, payee] = [await given.givenAccount(1_000n), await given.givenAccount(50n)];
    const posted = accepted(await post(given.transfer({ debit: payer, credit: payee, amount: 300n })));
    expect(posted).toMatchObject({
      debitSeq: 2n,
      creditSeq: 2n,
      debitBalance: 700n,
      creditBalance: 350n,
      replayed: false,
    });
    expect(await balanceOf(payer)).toEqual({ balance: 700n, held: 0n, version: 2n });
    expect(await balanceOf(payee)).toEqual({ balance: 350n, held: 0n, version: 2n });
  });

  test('stores both times and its code', async () => {
    const account = await given.givenAccount(0n);
    const effectiveAt = Date.parse('2026-11-18T22:30:00.125Z');
    const request = given.transfer({ debit: given.bank, credit: account, amount: 5n, code: 4, effectiveAt });
    const { id } = accepted(await post(request));
    const rows = await given.asOwner(
      "SELECT code, effective_at = '2026-11-18T22:30:00.125Z' AS e, posted_at = '2026-11-20T02:00:00Z' AS p FROM transfer WHERE id = $1",
      [id],
    );
    expect(rows).toEqual([{ code: 4, e: true, p: true }]);
  });

  test('moves the last cent, and the largest amount of a direct-entry record', async () => {
    const account = await given.givenAccount(9_999_999_999n);
    const all = given.transfer({ debit: account, credit: given.bank, amount: 9_999_999_999n });
    expect(accepted(await post(all)).debitBalance).toBe(0n);
  });

  test('crosses the floor when forced, and a credit brings the account back above it', async () => {
    const account = await given.givenAccount(100n);
    const clearing = given.transfer({ debit: account, credit: given.scheme, amount: 130n, forced: true });
    expect(accepted(await post(clearing)).debitBalance).toBe(-30n);
    await expectRefusal(given.transfer({ debit: account, credit: given.bank, amount: 1n }), 'insufficient_funds');
    expect(
      accepted(await post(given.transfer({ debit: given.bank, credit: account, amount: 10n }))).creditBalance,
    ).toBe(-20n);
    expect(
      accepted(await post(given.transfer({ debit: given.bank, credit: account, amount: 20n }))).creditBalance,
    ).toBe(0n);
  });
});

describe('a transfer is refused and nothing is written', () => {
  test.each([
    [0n, 'amount_not_positive'],
    [-100n, 'amount_not_positive'],
    [10_000_000_000n, 'amount_too_large'],
    [9_223_372_036_854_775_807n, 'amount_too_large'],
    [9_223_372_036_854_775_808n, 'amount_too_large'],
  ])('for an amount of %d cents: %s', async (amount, refusal) => {
    const account = await given.givenAccount(10n);
    await expectRefusal(given.transfer({ debit: given.bank, credit: account, amount }), refusal);
  });

  test('when a balance would leave its range', async () => {
    const account = await given.givenAccount(10n);
    const full = await given.givenAccount(0n);
    await given.asOwner('UPDATE ledger_account SET balance = 3999999999999999999 WHERE id = $1', [full]);
    await expectRefusal(given.transfer({ debit: account, credit: full, amount: 2n }), 'amount_too_large');
    await given.asOwner('UPDATE ledger_account SET balance = 0 WHERE id = $1', [full]);
  });

  test('for an account that does not exist, on either side', async () => {
    const account = await given.givenAccount(10n);
    await expectRefusal(given.transfer({ debit: account, credit: 999_999n, amount: 1n }), 'unknown_account');
    await expectRefusal(given.transfer({ debit: 999_999n, credit: account, amount: 1n }), 'unknown_account');
  });

  test('for an account of another tenant', async () => {
    const account = await given.givenAccount(10n);
    const other = await given.database.transact(2, (tx) => given.ledger.settlementAccount(tx, 2, 'bank'));
    await expectRefusal(given.transfer({ debit: account, credit: other, amount: 1n }), 'unknown_account');
  });

  test('from an account to itself', async () => {
    const account = await given.givenAccount(10n);
    await expectRefusal(given.transfer({ debit: account, credit: account, amount: 1n }), 'same_account');
  });

  test('one cent above what is available', async () => {
    const account = await given.givenAccount(1_000n);
    accepted(
      await given.during((tx) =>
        given.ledger.placeHold(tx, {
          tenantId: TENANT,
          key: freshKey(),
          account,
          amount: 400n,
          placedAt: AT,
          expiresAt: AT,
        }),
      ),
    );
    await expectRefusal(given.transfer({ debit: account, credit: given.bank, amount: 601n }), 'insufficient_funds');
  });

  test('one cent above the ceiling', async () => {
    const account = await given.givenAccount(99_000n);
    const topUp = given.transfer({ debit: given.bank, credit: account, amount: 901n, ceiling: 99_900n });
    await expectRefusal(topUp, 'above_ceiling');
    expect(accepted(await post({ ...topUp, amount: 900n })).creditBalance).toBe(99_900n);
  });
});

describe('a key', () => {
  test('used again with the same payload returns the first result and moves nothing', async () => {
    const account = await given.givenAccount(100n);
    const request = given.transfer({ debit: account, credit: given.bank, amount: 60n });
    const first = accepted(await post(request));
    const before = await given.rows();
    // The balance is too low for it by now, and the client's clock went on.
    const again = accepted(await post({ ...request, effectiveAt: AT + 5_000, postedAt: AT + 5_000 }));
    expect(again).toEqual({ ...first, replayed: true });
    expect(await given.rows()).toBe(before);
  });

  test('is refused with another payload, whichever field differs', async () => {
    const [account, other] = [await given.givenAccount(500n), await given.givenAccount(500n)];
    const request = given.transfer({ debit: account, credit: given.bank, amount: 60n });
    accepted(await post(request));
    await expectRefusal({ ...request, amount: 61n }, 'key_reused');
    await expectRefusal({ ...request, amount: 9_999_999n }, 'key_reused');
    await expectRefusal({ ...request, debit: other }, 'key_reused');
    await expectRefusal({ ...request, credit: other }, 'key_reused');
    await expectRefusal({ ...request, code: 7 }, 'key_reused');
    await expectRefusal({ ...request, forced: true }, 'key_reused');
  });

  test('stays free after a refusal', async () => {
    const account = await given.givenAccount(10n);
    const request = given.transfer({ debit: account, credit: given.bank, amount: 11n });
    expect(refusalOf(await post(request))).toBe('insufficient_funds');
    accepted(await post(given.transfer({ debit: given.bank, credit: account, amount: 1n })));
    expect(accepted(await post(request)).replayed).toBe(false);
  });

  test('is unique within its tenant only', async () => {
    const account = await given.givenAccount(10n);
    const request = given.transfer({ debit: account, credit: given.bank, amount: 1n });
    accepted(await post(request));
    const posted = await given.database.transact(2, async (tx) => {
      const [bank, fees] = [
        await given.ledger.settlementAccount(tx, 2, 'bank'),
        await given.ledger.settlementAccount(tx, 2, 'fees'),
      ];
      return given.ledger.post(tx, { ...request, tenantId: 2, debit: bank, credit: fees });
    });
    expect(accepted(posted).replayed).toBe(false);
  });
});

describe('the tables', () => {
  test.each(['transfer', 'hold', 'hold_event'])('let the application neither change nor delete a %s', async (table) => {
    await expect(given.during((tx) => tx.run(`UPDATE ${table} SET tenant_id = 1`))).rejects.toMatchObject({
      code: '42501',
    });
    await expect(given.during((tx) => tx.run(`DELETE FROM ${table}`))).rejects.toMatchObject({ code: '42501' });
  });

  test('show an entry as a side of its transfer, and reject one without a transfer', async () => {
    const account = await given.givenAccount(10n);
    const columns = `(account_id, seq, transfer_id, amount, balance_after, tenant_id, posted_at, credited_after)`;
    for (const change of [
      `INSERT INTO entry ${columns} SELECT account_id, seq + 1, transfer_id, amount, balance_after, tenant_id, posted_at,
         credited_after FROM entry WHERE account_id = ${account}`,
      'UPDATE entry SET amount = 1',
      'DELETE FROM entry',
    ]) {
      await expect(given.during((tx) => tx.run(change))).rejects.toThrow(/^(cannot|permission denied)/);
    }
    const entries = `SELECT account_id, amount FROM entry WHERE transfer_id = (
      SELECT transfer_id FROM entry WHERE account_id = ${account}) ORDER BY amount`;
    expect(await given.during((tx) => tx.query(entries))).toEqual([
      { account_id: given.bank, amount: -10n },
      { account_id: account, amount: 10n },
    ]);
    expect(await given.database.transact(2, (tx) => tx.query(entries))).toEqual([]);
  });

  test('refuse the application a change of a floor and the deletion of an account', async () => {
    await expect(given.during((tx) => tx.run('UPDATE ledger_account SET floor = NULL'))).rejects.toMatchObject({
      code: '42501',
    });
    await expect(given.during((tx) => tx.run('DELETE FROM ledger_account'))).rejects.toMatchObject({ code: '42501' });
  });

  test('show a tenant only its own rows', async () => {
    const account = await given.givenAccount(10n);
    const seen = await given.database.transact(2, (tx) =>
      tx.query('SELECT FROM ledger_account WHERE id = $1', [account]),
    );
    expect(seen).toEqual([]);
  });

  test('reject a balance below the floor when the code omits the check', async () => {
    const account = await given.givenAccount(10n);
    const forgetful = given.during((tx) => tx.run('UPDATE ledger_account SET balance = -1 WHERE id = $1', [account]));
    await expect(forgetful).rejects.toMatchObject({ constraint: 'ledger_account_floor' });
  });
});
