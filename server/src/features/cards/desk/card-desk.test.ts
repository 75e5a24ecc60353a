import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenCard, givenSession, type TestCard } from '../../../../test-support/factories.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../../test-support/network.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const command = async (card: TestCard, name: string, rest: Readonly<Record<string, string>> = {}) => {
  const member = await givenStaff(test.ctx, card.brand.tenantId);
  return (await give(test, member, name, { input: { card: `card:${card.id}`, ...rest }, reason: 'called us' })).body;
};
const buys = async (card: TestCard, given: object = {}) =>
  (await sendNetwork(test, 'authorisations', purchaseOf(card, given))).answer;

describe('a card that the desk reports', () => {
  it('is declined at the next purchase, and a repeated report returns the same reference number', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    expect(await buys(card)).toBe('00');
    const first = await command(card, 'report-card', { state: 'stolen', checked: 'born,purchase' });
    expect(first.rows).toEqual([
      { card: `card:${card.id}`, status: 'Stolen', reference: expect.stringMatching(/^26324\d{7,}$/) },
    ]);
    expect(await buys(card)).toBe('43');
    expect((await command(card, 'report-card', { state: 'stolen', checked: 'born,purchase' })).rows).toEqual(
      first.rows,
    );
    const { headers } = await givenSession(test.ctx, { card });
    const { Report } = (await postApi(test, 'card/details', headers, { Card: card.reference })).json();
    expect(Report).toEqual({
      By: 'staff',
      At: expect.stringMatching(/^2026-11-20T02:0/),
      ReferenceNumber: first.rows?.[0]?.['reference'],
    });
  });

  it('needs a check of the caller, which is recorded with the report', async () => {
    const card = await givenCard(test.ctx);
    for (const checked of ['', 'voice', 'born,born', 'born,']) {
      const { error, field } = await command(card, 'report-card', { state: 'lost', checked });
      expect([error, field]).toEqual(['input_invalid', 'checked']);
    }
    expect((await command(card, 'report-card', { state: 'lost' })).error).toBe('input_invalid');
    await command(card, 'report-card', { state: 'lost', checked: 'Born, contact' });
    const lines = await test.ctx.asOwner(
      `SELECT details ->> 'checked' AS checked FROM audit_log
        WHERE object = $1 AND action = 'desk.report-card' AND outcome = 'ok'`,
      [`card:${card.id}`],
    );
    expect(lines).toEqual([{ checked: 'born,contact' }]);
    const member = await givenStaff(test.ctx, card.brand.tenantId);
    const person = `holder:${card.holder?.id}`;
    const { body } = await give(test, member, 'timeline', { input: { person, kind: 'staff' } });
    expect(body.rows).toContainEqual(
      expect.objectContaining({ event: 'desk.report-card', state: 'ok', what: 'born,contact' }),
    );
  });
});

describe('a card on its way', () => {
  it('is marked dispatched and delivered once, and stays Ordered', async () => {
    const card = await givenCard(test.ctx, { status: 'NotIssued' });
    for (const as of ['dispatched', 'delivered', 'delivered']) {
      expect((await command(card, 'mark-card', { state: as })).rows).toEqual([
        { card: `card:${card.id}`, status: 'Ordered', reference: null },
      ]);
    }
    const [row] = await test.ctx.asOwner(
      'SELECT dispatched_at IS NOT NULL AS left, delivered_at IS NOT NULL AS arrived FROM card WHERE id = $1',
      [card.id],
    );
    expect(row).toEqual({ left: true, arrived: true });
  });
});

describe('the reasons of declined purchases', () => {
  it('are listed newest first, each with the answer to the network', async () => {
    const card = await givenCard(test.ctx, { balance: 1_000n });
    await buys(card, { amount: 5_000 });
    await buys(card, { merchant: { name: 'Lucky Bets', country: 'AU', mcc: '7995' } });
    const { rows } = await command(card, 'why-declined');
    expect(rows).toMatchObject([
      { merchant: 'Lucky Bets', mcc: '7995', reason: 'categoryRefused', answer: '57', amount: '12.34' },
      { reason: 'noFunds', answer: '51', amount: '50.00', cleared: '0.00' },
    ]);
  });

  it('distinguish a wrong PIN from a missing one', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    await buys(card, { channel: 'chip', pin: '0000' });
    await buys(card, { channel: 'chip' });
    expect((await command(card, 'why-declined')).rows).toMatchObject([
      { reason: 'pinMissing', answer: '55' },
      { reason: 'wrongPin', answer: '55' },
    ]);
  });

  it('show the amount that the network has cleared all the same', async () => {
    const card = await givenCard(test.ctx, { balance: 1_000n });
    const purchase = purchaseOf(card, { amount: 5_000 });
    expect(await sendNetwork(test, 'authorisations', purchase)).toMatchObject({ answer: '51' });
    const clearing = { ...purchase, reference: freshReference(), original: purchase.reference, amount: 4_900 };
    expect(await sendNetwork(test, 'clearings', clearing)).toMatchObject({ answer: '00', available: -3_900 });
    expect((await command(card, 'why-declined')).rows).toMatchObject([{ amount: '50.00', cleared: '49.00' }]);
  });
});
