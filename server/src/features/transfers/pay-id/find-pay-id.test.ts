import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PAY_ID_LOOK_UPS } from '../../../config/outside-settings.ts';
import { givenSession } from '../../../../test-support/factories.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { payingByPayId, withoutWaits } from '../../../../test-support/pay-ids.ts';
import { outcomeOf } from '../../../../test-support/payees.ts';
import { postApi } from '../../../../test-support/signed-in.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const bank = await givenBank({ payId: true });
const { test, tenantId } = bank;
withoutWaits(test);
const { find, pay } = payingByPayId(test);
afterAll(() => bank.close());

let payer: Awaited<ReturnType<typeof bank.givenPayer>>;
beforeEach(async () => {
  bank.newDay();
  payer = await bank.givenPayer();
  await test.ctx.asOwner("UPDATE web_account SET created_at = '2026-01-01' WHERE id = $1", [payer.webAccount.id]);
});

describe('a PayID is found', () => {
  it.each([
    ['paid@instant.example', 'Jordan Blake-Ross', 'email'],
    [' PAID@Instant.example ', 'Jordan Blake-Ross', 'email'],
    ['0400 000 112', 'Sam Okafor', 'phone'],
    ['89 900 000 022', 'Harbour Tiles Pty Ltd', 'business'],
    ['HM*Canteen', 'Harbour Mutual Canteen', 'organisation'],
  ])('%j is %s', async (typed, name, kind) => {
    expect(await find(payer, typed)).toMatchObject({
      Outcome: 'found',
      Kind: kind,
      Found: { Name: name, Bank: 'Testbank Instant', IsNew: true, Moved: null },
    });
  });

  it.each(['nobody@instant.example', 'locked@instant.example', 'closed@instant.example'])(
    '%s is not, with one answer',
    async (payId) => {
      const answer = await find(payer, payId);
      expect(answer).toEqual({ Outcome: 'unknown', PayId: payId, Kind: 'email', Found: null, TryAfter: null });
    },
  );

  it.each(['away@instant.example', 'slow@instant.example'])(
    '%s cannot be asked about',
    { timeout: 20_000 },
    async (payId) => {
      expect(await find(payer, payId)).toMatchObject({ Outcome: 'away', Found: null });
    },
  );

  it('not before 0.8 s have passed', async () => {
    const { leastMs } = PAY_ID_LOOK_UPS;
    Object.assign(test.ctx.config.outside.payIdLookUps, { leastMs });
    try {
      for (const payId of ['nobody@instant.example', 'paid@instant.example']) {
        const began = performance.now();
        await find(payer, payId);
        expect(performance.now() - began).toBeGreaterThanOrEqual(800);
      }
    } finally {
      withoutWaits(test);
    }
  });

  it('by a card whose product has PayIDs alone', async () => {
    const { id } = await bank.givenOtherProduct({ payId: false });
    await test.ctx.asOwner('UPDATE card SET product_id = $1 WHERE id = $2', [id, payer.card.id]);
    const answer = await postApi(test, 'transfer/findPayId', payer.headers, {
      MemberNumber: payer.card.account.accountNumber,
      PayId: 'paid@instant.example',
    });
    expect(outcomeOf(answer)).toEqual(['10001', 'MemberNumber']);
  });

  it('tells no account', async () => {
    expect(JSON.stringify(await find(payer, 'paid@instant.example'))).not.toContain('44172208');
    const [row] = await test.ctx.asOwner<{ row: string }>(
      'SELECT to_jsonb(l)::text AS row FROM pay_id_look_up l ORDER BY at DESC LIMIT 1',
    );
    for (const secret of ['44172208', 'paid@', 'Jordan']) expect(row?.row).not.toContain(secret);
  });
});

describe('look-ups are counted', () => {
  it('10 in an hour, over all sessions of the person, but not of whom they have paid', async () => {
    await pay(payer, 'paid@instant.example');
    const second = { ...payer, ...(await givenSession(test.ctx, { webAccount: payer.webAccount })) };
    for (let n = 0; n < 9; n += 1) {
      expect(await find(n % 2 === 0 ? payer : second, `nobody${n}@instant.example`)).toMatchObject({
        Outcome: 'unknown',
      });
    }
    const refused = await find(second, 'nobody@instant.example');
    expect(refused).toMatchObject({ Outcome: 'limit', Found: null });
    expect(Date.parse(refused.TryAfter ?? '') - test.ctx.clocks.business.now()).toBeLessThanOrEqual(60 * MINUTE);
    expect(await find(payer, 'paid@instant.example')).toMatchObject({ Outcome: 'found', Found: { IsNew: false } });
    test.ctx.advance(60 * MINUTE + 1);
    const later = { ...payer, ...(await givenSession(test.ctx, { webAccount: payer.webAccount })) };
    expect(await find(later, 'nobody@instant.example')).toMatchObject({ Outcome: 'unknown' });
  });

  it('5 in a day for a sign-in that is younger than a week', async () => {
    await test.ctx.asOwner('UPDATE web_account SET created_at = $2 WHERE id = $1', [
      payer.webAccount.id,
      new Date(test.ctx.clocks.security.now() - 6 * DAY).toISOString(),
    ]);
    for (let n = 0; n < 5; n += 1) await find(payer, `nobody${n}@instant.example`);
    expect(await find(payer, 'paid@instant.example')).toMatchObject({ Outcome: 'limit' });
  });

  it('and stop at the sixth of a run of phones, which the desk sees', async () => {
    const run = (n: number) => `0400 000 ${150 + n}`;
    for (let n = 0; n < 5; n += 1) expect(await find(payer, run(n))).toMatchObject({ Outcome: 'found' });
    expect(await find(payer, run(5))).toMatchObject({ Outcome: 'limit' });
    expect(await find(payer, 'paid@instant.example')).toMatchObject({ Outcome: 'limit' });
    expect(await test.ctx.asOwner('SELECT why FROM pay_id_stop WHERE holder_id = $1', [payer.holder.id])).toEqual([
      { why: 'closePhones' },
    ]);
    const listed = await give(test, await givenStaff(test.ctx, tenantId), 'pay-id-stops');
    expect(listed.body.rows).toContainEqual(
      expect.objectContaining({ person: `holder:${payer.holder.id}`, why: 'phone numbers in a row', lookUps: 5 }),
    );
  });

  it('when many come together', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => find(payer, `nobody${n}@instant.example`)));
    expect(answers.filter(({ Outcome }) => Outcome === 'unknown')).toHaveLength(10);
  });
});
