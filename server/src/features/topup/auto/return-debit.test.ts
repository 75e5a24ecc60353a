import { afterAll, expect, it } from 'vitest';
import { activate, debitsOf, setUp, stateOf } from '../../../../test-support/auto-topups.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { give as command, givenStaff } from '../../../../test-support/desk/desk.ts';
import { give } from '../../../../test-support/gift.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { runAutoTopups } from './run-auto-topups.due.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, exchange, make, newDay, hour, kept, leave, dd, today } = bank;
afterAll(() => bank.close());

type User = Awaited<ReturnType<typeof givenPayer>>;
const balance = (user: User) => balanceOf(test.ctx, user.card.account);
const now = async (user: User) => [
  (await debitsOf(test.ctx, user.card.account))[0],
  await stateOf(test.ctx, user.card.account),
  await balance(user),
];
const run = () => runAutoTopups(test.ctx, tenantId, { atOnce: 50 });

/** Someone from whose bank account 200.00 were collected, and the number of the debit. */
async function givenCollected(): Promise<readonly [user: User, debit: string]> {
  newDay();
  const user = await givenPayer(100_00n);
  const { AutoTopUpId: id } = await setUp(test, user);
  await activate(test, user, id);
  await sendNetwork(test, 'authorisations', purchaseOf(user.card, { amount: 10_00 }));
  hour(18);
  await make();
  await exchange();
  expect(await now(user)).toEqual(['Collected', 'Active', 100_00n]);
  const [row] = await test.ctx.asOwner<{ id: string }>(
    'SELECT id::text FROM direct_debit WHERE member_account_id = $1',
    [user.card.account.id],
  );
  return [user, row?.id ?? ''];
}
const line = (debit: string, code = '6') => ({
  account: '61200447',
  cents: '20000',
  code,
  reference: `AUTO TOP-UP ${debit}`,
  day: dd(),
  isDebit: true,
});
/** Asks and approves by two people. */
async function byTwo(input: Readonly<Record<string, string>>) {
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const asked = await command(test, asker, 'return-debit', { input, reason: 'the bank has written to us' });
  if (!asked.body.request) return asked.body;
  return (await command(test, manager, 'approve', { input: { request: String(asked.body.request.id) } })).body;
}
const differences = async () => {
  const rows = (await command(test, await givenStaff(test.ctx, tenantId), 'reconcile', {})).body.rows ?? [];
  return rows.filter(({ difference }) => difference !== '0.00');
};

it('a file with returned debits and returned payments takes each back by its side', async () => {
  const payer = await givenPayer(1_000_00n);
  newDay();
  await pay(payer, { Amount: 350, DestinationAccountNumber: '44172208', DescriptionRecipient: 'Bond' });
  const [user, debit] = await givenCollected();
  const returned = { account: '44172208', cents: '35000', code: '5', reference: 'Bond', day: dd() };
  await leave('mixed.returns', returnsOf([line(debit), returned], { on: today() }));
  await exchange();
  await run();
  expect(await now(user)).toEqual(['Returned', 'Retry', 100_00n]);
  expect(await balance(payer)).toBe(1_000_00n);
  expect(await differences()).toEqual([]);
});

it('a dishonoured debit that no file says is entered by two people, once, and is not credited', async () => {
  const [user, debit] = await givenCollected();
  const before = await kept();
  expect(await byTwo({ debit, amount: '200.01', code: '6' })).toMatchObject({
    error: 'input_invalid',
    field: 'amount',
  });
  expect(await byTwo({ debit: '9999', amount: '200.00', code: '6' })).toMatchObject({ error: 'not_found' });
  expect(await byTwo({ debit, amount: '200.00', code: '3' })).toMatchObject({
    rows: [{ debit, amount: '200.00', state: 'Returned' }],
  });
  expect(await now(user)).toEqual(['Returned', 'Expired', 100_00n]);
  expect((await kept())['directDebits']).toBe((before['directDebits'] ?? 0) - 200_00);
  expect(await byTwo({ debit, amount: '200.00', code: '3' })).toMatchObject({ error: 'nothing_to_do' });
  for (let days = 0; days < 4; days += 1) newDay();
  await run();
  expect(await balance(user)).toBe(100_00n);
  expect(await differences()).toEqual([]);
});

it('is entered once when the server stopped between the posting and the end of the request', async () => {
  const [user, debit] = await givenCollected();
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const input = { debit, amount: '200.00', code: '3' };
  const asked = await command(test, asker, 'return-debit', { input, reason: 'the bank has written to us' });
  const request = String(asked.body.request?.id);
  const approve = async () => (await command(test, manager, 'approve', { input: { request } })).body;
  const done = await approve();
  const before = await kept();
  await test.ctx.asOwner(`UPDATE desk_request SET state = 'Approved', outcome = NULL, ended_at = NULL WHERE id = $1`, [
    request,
  ]);
  expect(await approve()).toEqual(done);
  expect(done).toMatchObject({ rows: [{ debit, amount: '200.00', state: 'Returned' }] });
  expect([await now(user), await kept()]).toEqual([['Returned', 'Expired', 100_00n], before]);
});

it('one that was credited and spent becomes a debt, and a file that says it later moves nothing', async () => {
  const [user, debit] = await givenCollected();
  for (let days = 0; days < 3; days += 1) newDay();
  await run();
  expect(await now(user)).toEqual(['Credited', 'Active', 300_00n]);
  const friend = await givenPayer(0n);
  await give(test.ctx, user.card.account, friend.card.account, { cents: 250_00n });
  expect(await byTwo({ debit, amount: '200.00', code: '6' })).toMatchObject({ rows: [{ state: 'TakenBack' }] });
  expect(await now(user)).toEqual(['TakenBack', 'Cancelled', -150_00n]);
  const before = await kept();
  const says = async (name: string) => {
    await leave(name, returnsOf([line(debit)], { on: today() }));
    await exchange();
  };
  await says('late.returns');
  expect([await now(user), await kept()]).toEqual([['TakenBack', 'Cancelled', -150_00n], before]);
  const [noted] = await test.ctx.asOwner<{ state: string; amount: string }>(
    `SELECT l.state, t.amount::text FROM bank_answer_line l JOIN transfer t ON t.tenant_id = l.tenant_id AND t.id = l.posted_id
      WHERE l.tenant_id = $1 AND l.reference LIKE $2 ORDER BY l.bank_answer_id DESC LIMIT 1`,
    [tenantId, `%${debit}`],
  );
  expect(noted).toEqual({ state: 'Done', amount: '20000' });
  // Said again, the bank has taken more than we know of.
  newDay();
  await says('again.returns');
  expect((await kept())['suspense']).toBe((before['suspense'] ?? 0) - 200_00);
  expect(await brokenIn(test.ctx)).toEqual([]);
});
