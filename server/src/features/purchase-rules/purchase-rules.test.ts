import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenHolder, givenTenant, type TestCard } from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenRule } from '../../../test-support/purchase-rules.ts';
import { computeTrial } from './compute-trial.ts';
import { readVersions } from './rule.store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

type Place = { readonly tenantId: number; readonly card: TestCard; readonly kate: TestStaff; readonly omar: TestStaff };

/** A programme with two managers and a card with $1,000.00. */
async function givenProgramme(): Promise<Place> {
  const tenant = await givenTenant(test.ctx);
  const brand = await givenBrand(test.ctx, { tenant });
  const holder = await givenHolder(test.ctx, { brand });
  const card = await givenCard(test.ctx, { brand, holder, balance: 100_000n });
  const [kate, omar] = [await givenStaff(test.ctx, tenant.id), await givenStaff(test.ctx, tenant.id)];
  return { tenantId: tenant.id, card, kate, omar };
}

/** Small purchase of a stored card at a web shop. */
const online = (amount: number, given: object = {}) => ({
  channel: 'online',
  credentialOnFile: true,
  amount,
  merchant: { name: 'pixelgift.example', country: 'AU', mcc: '5816' },
  ...given,
});

const buy = async (card: TestCard, given: object): Promise<string> =>
  (await sendNetwork(test, 'authorisations', purchaseOf(card, given))).answer;

/** More than is on the card, so that it is declined for funds. */
const TOO_MUCH = online(9_000_000);

async function decisionsOf({ tenantId }: Place) {
  return test.ctx.asOwner<{ action: string; figures: object; reason: string | null; version: number }>(
    `SELECT d.action, d.figures, d.version, o.decline_reason AS reason FROM purchase_rule_decision d
       JOIN authorisation o ON o.id = d.authorisation_id WHERE d.tenant_id = $1 ORDER BY d.authorisation_id, d.rule_id`,
    [tenantId],
  );
}

async function messagesOf({ tenantId }: Place): Promise<string[]> {
  const rows = await test.ctx.asOwner<{ template: string }>(
    `SELECT DISTINCT ON (dedup_key) template FROM outbox_message WHERE tenant_id = $1 AND template LIKE 'purchase%'
      ORDER BY dedup_key`,
    [tenantId],
  );
  return rows.map(({ template }) => template);
}

describe('a rule that is on', () => {
  it('declines what matches it, keeps the figures, and pauses', async () => {
    const place = await givenProgramme();
    const { tenantId, card } = place;
    await givenRule(test.ctx, tenantId, {
      terms: {
        channels: ['online'],
        count: { of: 'declined', atLeast: 2, within: '15m' },
        action: 'decline',
        pause: 60,
      },
    });
    expect(await buy(card, TOO_MUCH)).toBe('51');
    expect(await buy(card, online(100))).toBe('00');
    expect(await buy(card, TOO_MUCH)).toBe('51');
    expect(await buy(card, online(100))).toBe('05');
    // The pause declines what comes the same way, and nothing else.
    expect(await buy(card, online(200))).toBe('05');
    expect(await buy(card, { amount: 500 })).toBe('00');
    expect(await decisionsOf(place)).toEqual([
      { action: 'decline', version: 1, reason: 'stoppedByRule', figures: { count: 2 } },
      { action: 'decline', version: 1, reason: 'stoppedByRule', figures: { pausedUntil: expect.any(String) } },
    ]);
    expect(await messagesOf(place)).toEqual(['purchaseStopped']);
  });

  it('counts purchases that come in one batch', async () => {
    const place = await givenProgramme();
    const { tenantId, card } = place;
    await givenRule(test.ctx, tenantId, {
      terms: { count: { of: 'approved', atLeast: 4, within: '1h' }, action: 'decline' },
    });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(async (dollars) => buy(card, { amount: dollars * 100 })));
    expect(answers.toSorted()).toEqual(['00', '00', '00', '05', '05']);
  });

  it('gives back what was reversed', async () => {
    const { tenantId, card } = await givenProgramme();
    await givenRule(test.ctx, tenantId, { terms: { sum: { above: 10_000, within: 'day' }, action: 'decline' } });
    const first = purchaseOf(card, { amount: 6_000 });
    expect((await sendNetwork(test, 'authorisations', first)).answer).toBe('00');
    expect(await buy(card, { amount: 4_001 })).toBe('05');
    await sendNetwork(test, 'reversals', { reference: `${first.reference}-R`, original: first.reference });
    expect(await buy(card, { amount: 4_001 })).toBe('00');
  });

  it('only asks the holder where it tells, and the strictest rule wins', async () => {
    const place = await givenProgramme();
    const { tenantId, card } = place;
    await givenRule(test.ctx, tenantId, { terms: { first: { of: 'abroad', days: 90 }, tellsDesk: true } });
    const abroad = { merchant: { name: 'Diner', country: 'US', mcc: '5814' } };
    expect(await buy(card, { amount: 500, ...abroad })).toBe('00');
    expect(await buy(card, { amount: 500, ...abroad })).toBe('00');
    expect(await decisionsOf(place)).toEqual([{ action: 'tell', version: 1, reason: null, figures: { first: 'US' } }]);
    expect(await messagesOf(place)).toEqual(['purchaseQuestioned']);
    await givenRule(test.ctx, tenantId, { terms: { place: 'abroad', action: 'decline' } });
    expect(await buy(card, { amount: 500, merchant: { name: 'Bar', country: 'NZ', mcc: '5813' } })).toBe('05');
  });

  it('touches no other programme, no card that may pass, and no check of 0.00', async () => {
    const place = await givenProgramme();
    const { tenantId, card } = place;
    const other = await givenProgramme();
    const rule = await givenRule(test.ctx, tenantId, { terms: { amountFrom: 1, action: 'decline' } });
    expect(await buy(other.card, { amount: 500 })).toBe('00');
    expect(await buy(card, { amount: 0 })).toBe('00');
    expect(await buy(card, { amount: 500 })).toBe('05');
    const asked = await give(test, place.kate, 'let-card-pass', {
      input: { card: `card:${card.id}`, rule: String(rule.id), hours: '2' },
      reason: 'The holder was asked all questions',
    });
    expect(asked.body.request).toBeDefined();
    expect(await buy(card, { amount: 500 })).toBe('05');
    const approved = await give(test, place.omar, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    expect(approved.status).toBe(200);
    expect(await buy(card, { amount: 500 })).toBe('00');
  });
});

describe('the course of a rule', () => {
  it('goes from draft by trial to on by two people, and off by one', async () => {
    const { tenantId, card, kate, omar } = await givenProgramme();
    const input = { name: 'Small online', channels: 'online', amountBelow: '5.00', action: 'decline' };
    const drafted = await give(test, kate, 'draft-rule', { input });
    expect(drafted.body.rows).toEqual([
      {
        rule: expect.any(String),
        version: 1,
        says: 'If a card asks for purchases online under $5.00, then decline it.',
      },
    ]);
    const rule = String(drafted.body.rows?.[0]?.['rule']);
    expect(await buy(card, online(100))).toBe('00');
    const early = await give(test, kate, 'turn-on-rule', { input: { rule }, reason: 'Card testing' });
    expect([early.status, early.body.error]).toEqual([409, 'trial_missing']);
    expect((await give(test, kate, 'try-rule', { input: { rule } })).status).toBe(200);
    await saveComputed(tenantId, BigInt(rule));
    const asked = await give(test, kate, 'turn-on-rule', { input: { rule }, reason: 'Card testing' });
    expect(asked.status).toBe(200);
    const own = await give(test, kate, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    expect(own.body.error).toBe('own_request');
    expect(await buy(card, online(100))).toBe('00');
    expect((await give(test, omar, 'approve', { input: { request: asked.body.request?.id ?? '' } })).status).toBe(200);
    expect(await buy(card, online(100))).toBe('05');
    const drafted2 = await give(test, kate, 'draft-rule', { input: { rule, channels: 'atm', action: 'decline' } });
    expect(drafted2.body.rows?.[0]).toMatchObject({ rule, version: 2 });
    expect(await buy(card, online(100))).toBe('05');
    expect((await give(test, kate, 'turn-off-rule', { input: { rule } })).status).toBe(200);
    expect(await buy(card, online(100))).toBe('00');
  });

  it('asks in so many words where more than 5 % of approved purchases would be declined', async () => {
    const { tenantId, kate } = await givenProgramme();
    const trial = { looked: 100, approved: 100, touched: 6, touchedApproved: 6 };
    const terms = { amountFrom: 1, action: 'decline' as const };
    const { id } = await givenRule(test.ctx, tenantId, { terms, state: 'trial', trial });
    const many = await give(test, kate, 'turn-on-rule', { input: { rule: String(id) }, reason: 'All of it' });
    expect([many.body.error, many.body.field]).toEqual(['rule_declines_many', 'despiteMany']);
    const meant = await give(test, kate, 'turn-on-rule', {
      input: { rule: String(id), despiteMany: true },
      reason: 'All of it',
    });
    expect(meant.status).toBe(200);
  });

  it.each([
    [{ action: 'decline' }, 'countOf'],
    [{ action: 'decline', count: '3' }, 'countOf'],
    [{ action: 'decline', count: '3', countOf: 'declined' }, 'countWithin'],
    [{ action: 'decline', sumAbove: '5.00' }, 'sumWithin'],
    [{ action: 'decline', sumWithin: '1h' }, 'sumAbove'],
    [{ action: 'decline', amountFrom: '5.00', amountBelow: '5.00' }, 'amountBelow'],
    [{ action: 'tell', place: 'abroad', pause: '5' }, 'pause'],
    [{ action: 'tell', channels: 'online,phone' }, 'channels'],
    [{ action: 'tell', countries: 'us' }, 'countries'],
    [{ action: 'tell', countOf: 'asked', count: '3', countWithin: '91d' }, 'countWithin'],
    [{ action: 'tell', place: 'home', first: 'abroad' }, 'first'],
  ])('refuses %o at %s', async (input, field) => {
    const { kate } = await givenProgramme();
    const refused = await give(test, kate, 'draft-rule', { input: { name: 'Any', ...input } });
    expect([refused.status, refused.body.error, refused.body.field]).toEqual([400, 'input_invalid', field]);
  });
});

/** Computes the trial of the newest version, as the due work does. */
async function saveComputed(tenantId: number, rule: bigint): Promise<void> {
  const [version] = await test.ctx.database.read(tenantId, (tx) => readVersions(tx, tenantId, rule));
  if (!version) throw new Error('a version');
  const result = await computeTrial(test.ctx, tenantId, { id: rule, version: version.version, terms: version.terms });
  await test.ctx.asOwner('UPDATE purchase_rule_version SET trial = $2 WHERE rule_id = $1 AND version = $3', [
    rule,
    JSON.stringify(result),
    version.version,
  ]);
}

describe('a trial', () => {
  it('adds up what a rule would have done on the days before today', async () => {
    const { tenantId, card } = await givenProgramme();
    const [other] = await test.ctx.asOwner<{ day: string }>("SELECT (now() - interval '3 days')::text AS day", []);
    if (!other) throw new Error('a day');
    // Four small purchases three days ago, and one today, which a trial leaves out.
    for (const amount of [100, 200, 300, 400]) expect(await buy(card, online(amount))).toBe('00');
    await test.ctx.asOwner(`UPDATE authorisation SET at = at - interval '3 days', day = day - 3 WHERE tenant_id = $1`, [
      tenantId,
    ]);
    expect(await buy(card, online(100))).toBe('00');
    const terms = { count: { of: 'approved' as const, atLeast: 3, within: '1h' }, action: 'decline' as const };
    const { id } = await givenRule(test.ctx, tenantId, { terms, state: 'trial' });
    await saveComputed(tenantId, id);
    const [version] = await test.ctx.database.read(tenantId, (tx) => readVersions(tx, tenantId, id));
    // The third is declined, so it counts no more: the fourth is the third approval too.
    expect(version?.trial).toMatchObject({
      looked: 4,
      approved: 4,
      touched: 2,
      touchedCents: 700,
      touchedApproved: 2,
      people: 1,
      fraud: 0,
      wrong: 0,
    });
    expect(Object.values(version?.trial?.byDay ?? {})).toEqual([2]);
    expect(version?.trial?.examples.map(({ figures }) => figures)).toEqual([{ count: 3 }, { count: 3 }]);
  });
});
