import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { type GivenReturn, returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';

// Files that a bank leaves by mistake must not stop the next file.
const bank = await givenBank({ paymentLimit: null });
const { test, tenantId, givenPayer, pay, payBill, outFiles, make, exchange, newDay, hour, today, leave, kept } = bank;
afterAll(() => bank.close());

const back = (cents: number, given: Partial<GivenReturn> = {}): GivenReturn => ({
  account: '44172208',
  cents: String(cents),
  code: '3',
  reference: 'Subscription',
  day: today().slice(8),
  ...given,
});
async function givenPaid(cents: number) {
  newDay();
  const payer = await givenPayer(1_000_00n);
  await pay(payer, { Amount: cents / 100, DescriptionRecipient: 'Subscription' });
  hour(18);
  await make();
  await exchange();
  return payer;
}
type Payer = Awaited<ReturnType<typeof givenPaid>>;
const balance = ({ card }: Payer) => balanceOf(test.ctx, card.account);
const suspense = async () => (await kept())['suspense'] ?? 0;
const answers = async (most: number) => {
  const rows = await test.ctx.asOwner<{ name: string; state: string; reason: string | null }>(
    'SELECT name, state, reason FROM bank_answer WHERE tenant_id = $1 ORDER BY id DESC LIMIT $2',
    [tenantId, most],
  );
  return rows.map(({ name, state, reason }) => [name.slice(`${tenantId}-`.length), state, reason]);
};
/** A server with a wrong setting: another user id of the bank. */
const { config } = test.ctx;
const sender = config.bank.sender && { ...config.bank.sender, userId: '301501' };
const ofAnotherUser = { ...test.ctx, config: { ...config, bank: { ...config.bank, sender } } };
/** Refused files that staff are notified about. */
const told = async () => {
  const rows = await test.ctx.asOwner<{ file: string; reason: string }>(
    "SELECT file, reason FROM bank_trouble WHERE tenant_id = $1 AND kind = 'refused' AND file LIKE '%mended%' AND closed_at IS NULL",
    [tenantId],
  );
  return rows.map(({ file, reason }) => [file.slice(`${tenantId}-`.length), reason]);
};
/** Result of a bill with this text in place of our transfer id (places from 1, as published). */
function resultsOf(own: string, cents = '0000000000100'): string {
  const place = (...fields: readonly (readonly [number, string])[]) =>
    fields.reduce((line, [from, text]) => line.padEnd(from - 1) + text, '').padEnd(214);
  return [
    place([1, '1'], [2, '301500']),
    place(
      [1, '2'],
      [2, '0000012345'],
      [12, '000001'],
      [18, '700100200'],
      [27, '123'],
      [47, cents],
      [70, own],
      [140, '0001'],
    ),
    place([1, '9'], [2, '0000000001'], [12, cents]),
  ].join('\r\n');
}

describe('a file from the bank', () => {
  it.each(['XX', '', '00', '32', '1.', '-1'])(
    'puts a line with the day of the month “%s” in suspense, and the next file is read',
    async (day) => {
      const payer = await givenPaid(50_00);
      const before = await suspense();
      await leave(`1-${today()}.returns`, returnsOf([back(49_00, { day })], { on: today() }));
      await leave(`2-${today()}.returns`, returnsOf([back(50_00)], { on: today() }));
      await exchange();
      expect([await balance(payer), await suspense()]).toEqual([1_000_00n, before + 49_00]);
    },
  );

  it.each(['99999999999999999999', '09223372036854775808'])(
    'puts a result with the bill %s in suspense, and the next file is read',
    async (own) => {
      const payer = await givenPaid(50_00);
      const before = await suspense();
      await leave(`1-${today()}.results`, resultsOf(own));
      await leave(`2-${today()}.returns`, returnsOf([back(50_00)], { on: today() }));
      await exchange();
      expect([await balance(payer), await suspense()]).toEqual([1_000_00n, before + 1_00]);
    },
  );

  it('with a bill above what one posting moves is refused, and the next file is read', async () => {
    const payer = await givenPaid(50_00);
    const before = await suspense();
    await leave(`1-${today()}.results`, resultsOf('77', '0010000000000'));
    await leave(`2-${today()}.returns`, returnsOf([back(50_00)], { on: today() }));
    await exchange();
    expect([await balance(payer), await suspense(), await answers(2)]).toEqual([
      1_000_00n,
      before,
      [
        [`2-${today()}.returns`, 'Taken', null],
        [`1-${today()}.results`, 'Refused', 'line 2 is above 99999999.99'],
      ],
    ]);
  });

  it('accepts bills that come to more than one posting moves, in several batches', async () => {
    newDay();
    const payers = [await givenPayer(6_000_000_000n), await givenPayer(6_000_000_000n)];
    for (const payer of payers) expect(await payBill(payer, { amount: 60_000_000 })).toMatch(/^\d{12}/);
    hour(18);
    await make();
    await exchange();
    await exchange();
    expect((await kept())['bpay']).toBe(0);
    expect(await outFiles('.bpb')).toHaveLength(2);
  });

  it('with characters that no column can store is read, and so is the next file', async () => {
    const payer = await givenPaid(50_00);
    const before = await suspense();
    await leave(`1-${today()}.outcome`, '\0\0,accepted,00');
    await leave(`2-${today()}.returns`, returnsOf([back(49_00, { remitter: 'Bad\0Name' })], { on: today() }));
    await leave(`3-${today()}.returns`, returnsOf([back(50_00)], { on: today() }));
    await exchange();
    expect([await balance(payer), await suspense()]).toEqual([1_000_00n, before + 49_00]);
  });

  it('with other line ends, spaces cut and another name counts as the same file and is recorded once', async () => {
    await givenPaid(51_00);
    const text = returnsOf([back(51_00)], { on: today() });
    await leave(`1-${today()}.returns`, text);
    await leave(`2-${today()}.returns`, text.replaceAll('\r\n', '\n'));
    await leave(`3-${today()}.returns`, `${text.replaceAll(/ +\r\n/g, '\r\n').slice(0, -2)}\x1a`);
    const before = await suspense();
    await exchange();
    await exchange();
    expect([await suspense(), await answers(3)]).toEqual([
      before,
      [
        [`3-${today()}.returns`, 'Refused', `it repeats ${tenantId}-1-${today()}.returns`],
        [`2-${today()}.returns`, 'Refused', `it repeats ${tenantId}-1-${today()}.returns`],
        [`1-${today()}.returns`, 'Taken', null],
      ],
    ]);
    const audited = await test.ctx.asOwner(
      "SELECT FROM audit_log WHERE tenant_id = $1 AND action = 'bank_answer.read' AND outcome = 'repeated'",
      [tenantId],
    );
    expect(audited).toHaveLength(2);
  });

  it('of results is read once with the spaces at its line ends cut and an end-of-file mark', async () => {
    newDay();
    const before = await suspense();
    const text = resultsOf('77', '0000000000200');
    await leave(`1-${today()}.results`, `${text.replaceAll(/ +\r\n/g, '\r\n').trimEnd()}\r\n\x1a`);
    await leave(`2-${today()}.results`, text);
    await exchange();
    expect([await suspense(), await answers(2)]).toEqual([
      before + 2_00,
      [
        [`2-${today()}.results`, 'Refused', `it repeats ${tenantId}-1-${today()}.results`],
        [`1-${today()}.results`, 'Taken', null],
      ],
    ]);
  });

  it('that was refused for its name is accepted under its correct name', async () => {
    const payer = await givenPaid(52_00);
    const text = returnsOf([back(52_00)], { on: today() });
    await leave(`1-${today()}.return`, text);
    await exchange();
    expect(await balance(payer)).toBe(948_00n);
    await leave(`1-${today()}.returns`, text);
    await exchange();
    expect(await balance(payer)).toBe(1_000_00n);
  });

  it('that was refused is read again under its name once the bank has mended it, and once the programme has', async () => {
    const payer = await givenPaid(54_00);
    const before = await suspense();
    const [name, wrong] = [`mended-${today()}.returns`, { net: 1n }];
    await leave(name, returnsOf([back(54_00)], { on: today(), totals: wrong }));
    await exchange();
    await exchange();
    expect([await balance(payer), (await answers(2)).filter(([each]) => each === name)]).toEqual([
      946_00n,
      [[name, 'Refused', 'the totals differ from the lines']],
    ]);
    expect(await told()).toEqual([[name, 'the totals differ from the lines']]);
    // Left again with another fault, then as it should be, which a wrong setting refuses.
    await leave(name, returnsOf([back(54_00, { code: '0' })], { on: today() }));
    await exchange();
    expect(await told()).toEqual([[name, 'line 2 has no return code']]);
    await leave(name, returnsOf([back(54_00)], { on: today() }));
    await exchange(ofAnotherUser);
    expect(await told()).toEqual([[name, 'line 2 is of another user']]);
    await exchange();
    await exchange();
    expect([await balance(payer), await suspense(), await told()]).toEqual([1_000_00n, before, []]);
    const reasons = (await answers(4)).map(([, state, reason]) => [state, reason]);
    expect(reasons).toEqual([
      ['Taken', null],
      ['Refused', 'line 2 is of another user'],
      ['Refused', 'line 2 has no return code'],
      ['Refused', 'the totals differ from the lines'],
    ]);
  });

  it('that was refused two weeks ago is not read again', async () => {
    const payer = await givenPaid(55_00);
    const on = today();
    await leave(`old-${on}.returns`, returnsOf([back(55_00)], { on, totals: { net: 1n } }));
    await exchange();
    for (let days = 0; days < 11; days += 1) newDay();
    await leave(`old-${on}.returns`, returnsOf([back(55_00, { day: on.slice(8) })], { on }));
    await exchange();
    expect(await balance(payer)).toBe(945_00n);
  });

  it.each([1, -1])('dated %i years from now is not accepted', async (years) => {
    const payer = await givenPaid(53_00);
    const on = `${Number(today().slice(0, 4)) + years}${today().slice(4)}`;
    await leave(`1-${today()}.returns`, returnsOf([back(53_00)], { on }));
    await exchange();
    expect([await balance(payer), await answers(1)]).toEqual([
      947_00n,
      [[`1-${today()}.returns`, 'Refused', `it says the day ${on}`]],
    ]);
  });

  it('leaves a ledger that verifies', async () => {
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});
