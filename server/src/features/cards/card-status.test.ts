import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenActivation, givenNewCard, newEmail, setUpAccount } from '../../../test-support/activation.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenClosureAsked } from '../../../test-support/desk/ending-samples.ts';
import { givenAccount, givenCard, givenProduct, givenSession } from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { auditOf, givenUser, postApi, statusOf } from '../../../test-support/signed-in.ts';
import { type Driver, testEveryCell } from '../../../test-support/state-matrix.ts';
import { postMoney } from '../../../test-support/transfers.ts';
import { CARD_STATUS, INNER_STATUSES, type InnerStatus, statusIn } from '../card-facts/card-status.states.domain.ts';
import { supersedePredecessor } from './public.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => test.close());

/** Error codes of the wire by the names that the table uses. */
const REFUSALS: Readonly<Record<string, string>> = { '10001': 'card_problem' };

/** Settings under which cardholders may replace a card, as stock that was given to them. */
const REPLACED_BY_HOLDER = { isNonStock: true, replacementByCardholder: true };

const driver =
  (call: string, by: 'webAccount' | 'cardOnly', rest: object = {}): Driver<InnerStatus> =>
  async (status) => {
    const { ctx } = test;
    const user = await givenUser(ctx, { status });
    const headers = by === 'webAccount' ? user.headers : (await givenSession(ctx, { card: user.card })).headers;
    const response = await postApi(test, call, headers, { Card: user.card.reference, ...rest });
    return {
      answer: response.statusCode === 200 ? 'ok' : (REFUSALS[response.json().error[0]] ?? response.body),
      after: (await statusOf(ctx, user.card)) as InnerStatus,
      lines: (await auditOf(ctx, user.card)).length,
    };
  };

/** A payment, whose audit line names its actor. The wire has a specific code for a card that was already replaced. */
const replacing: Driver<InnerStatus> = async (status) => {
  const { ctx } = test;
  const product = await givenProduct(ctx, { settings: REPLACED_BY_HOLDER });
  const { card, headers, webAccount } = await givenUser(ctx, { brand: product.brand, product, status });
  // Restricted by its holder. The table does not cover restrictions by the programme (block/reported-number.test.ts).
  await ctx.asOwner("UPDATE card SET restricted_by = 'holder' WHERE id = $1 AND status = 'Restricted'", [card.id]);
  const response = await postMoney(test, 'card/replace', headers, { Card: card.reference, IsCardDamaged: false });
  const lines = await ctx.asOwner("SELECT 1 FROM audit_log WHERE actor = $1 AND action = 'card.replaced'", [
    `web:${webAccount.id}`,
  ]);
  const code = response.statusCode === 200 ? undefined : response.json().error[0];
  return {
    answer: code === undefined ? 'ok' : code === '20143' ? 'card_problem' : (REFUSALS[code] ?? response.body),
    after: (await statusOf(ctx, card)) as InnerStatus,
    lines: lines.length,
  };
};

/** A desk command, approved where it needs to be. One that changes nothing adds no line to the history of the card. */
const byStaff =
  (command: string, rest: Readonly<Record<string, string>> = {}): Driver<InnerStatus> =>
  async (status) => {
    const { ctx } = test;
    const product = await givenProduct(ctx, { settings: REPLACED_BY_HOLDER });
    const card = await givenCard(ctx, { brand: product.brand, product, status, balance: 10_000n });
    const [asker, manager] = [await givenStaff(ctx, card.brand.tenantId), await givenStaff(ctx, card.brand.tenantId)];
    const input = { card: `card:${card.id}`, ...rest };
    const asked = await give(test, asker, command, { input, reason: 'called us' });
    const request = asked.body.request?.id;
    const done = request === undefined ? asked : await give(test, manager, 'approve', { input: { request } });
    const after = (await statusOf(ctx, card)) as InnerStatus;
    const error = done.body.error === 'nothing_to_do' ? undefined : done.body.error;
    return {
      answer: error === undefined ? 'ok' : error === 'card_replaced_already' ? 'card_problem' : error,
      after,
      lines: error === undefined && after === status ? 0 : 1,
    };
  };

/** Closing an account closes its cards, and the audit lines belong to the account. */
const closing: Driver<InnerStatus> = async (status) => {
  const { ctx } = test;
  const card = await givenCard(ctx, { status, balance: 0n });
  await givenClosureAsked(test, card.account);
  const staff = await givenStaff(ctx, card.brand.tenantId);
  const input = { account: card.account.accountNumber };
  const { body } = await give(test, staff, 'close-account', { input, reason: 'asked for' });
  const after = (await statusOf(ctx, card)) as InnerStatus;
  return { answer: body.error ?? 'ok', after, lines: after === status ? 0 : 1 };
};

/** Activates the successor with the same number. The audit line belongs to the successor. */
const superseding: Driver<InnerStatus> = async (status) => {
  const { ctx } = test;
  const old = await givenCard(ctx, { status });
  const next = await givenCard(ctx, { account: old.account, holder: old.account.holder });
  await ctx.asOwner('UPDATE card SET replaces_id = $2 WHERE id = $1', [next.id, old.id]);
  await ctx.database.transact(old.brand.tenantId, (tx) => supersedePredecessor(tx, old.brand.tenantId, next.id));
  const after = (await statusOf(ctx, old)) as InnerStatus;
  return { answer: 'ok', after, lines: after === status ? 0 : 1 };
};

/** Activates with the code of the card. The status is the one when the last page is sent. */
const activating: Driver<InnerStatus> = async (status) => {
  const { ctx } = test;
  const card = await givenNewCard(test);
  const activation = await givenActivation(test, card);
  await setUpAccount(activation, newEmail());
  await ctx.asOwner('UPDATE card SET status = $2 WHERE id = $1', [card.id, status]);
  const response = await activation.post('card/activate', { pin: '4826' });
  const error = response.statusCode === 200 ? undefined : response.json().error[0];
  // The wire has a specific code for a card that works already.
  const code = error === '10500' ? '10001' : error;
  const after = (await statusOf(ctx, card)) as InnerStatus;
  return { answer: code === undefined ? 'ok' : (REFUSALS[code] ?? response.body), after, lines: 1 };
};

/**
 * Activates from the list of a web account, with the code of the letter. The call does not know a card outside the
 * list.
 */
const activatingAllocated: Driver<InnerStatus> = async (status) => {
  const { ctx } = test;
  const user = await givenUser(ctx);
  const product = await givenProduct(ctx, { brand: user.card.brand, isReloadable: true, type: 3 });
  const account = await givenAccount(ctx, { holder: user.holder, balance: 0n });
  const letter = { activationCode: '135790', accessCode: null };
  const card = await givenCard(ctx, { account, product, holder: user.holder, status, ...letter });
  const body = { Card: card.reference, code: letter.activationCode, pin: '4826' };
  const response = await postApi(test, 'card/activateAllocatedCard', user.headers, body);
  const code = response.statusCode === 200 ? undefined : response.json().error[0];
  return {
    answer: code === undefined ? 'ok' : ['10000', '10001', '10500'].includes(code) ? 'card_problem' : response.body,
    after: (await statusOf(ctx, card)) as InnerStatus,
    lines: 1,
  };
};

/** An advice is accepted whatever the status of the card. Its authorisation is the line. */
const usingUp: Driver<InnerStatus> = async (status) => {
  const card = await givenCard(test.ctx, { status, accessCode: null });
  await test.ctx.asOwner(`UPDATE card SET virtual_kind = 'SingleUse' WHERE id = $1`, [card.id]);
  const { answer } = await sendNetwork(test, 'advices', purchaseOf(card));
  const after = (await statusOf(test.ctx, card)) as InnerStatus;
  expect(answer).toBe('00');
  return { answer: after === status ? 'card_problem' : 'ok', after, lines: 1 };
};

/** Deletes a virtual card that its holder has made. */
const deleting: Driver<InnerStatus> = async (status) => {
  const { card, headers } = await givenUser(test.ctx, { status });
  await test.ctx.asOwner(`UPDATE card SET virtual_kind = 'SingleUse' WHERE id = $1`, [card.id]);
  const response = await postApi(test, 'card/deleteVirtual', headers, { Card: card.reference });
  return {
    answer: response.statusCode === 200 ? 'ok' : (REFUSALS[response.json().error[0]] ?? response.body),
    after: (await statusOf(test.ctx, card)) as InnerStatus,
    lines: (await auditOf(test.ctx, card)).length,
  };
};

/** A card expires by its month, whatever status is stored. */
const expiring: Driver<InnerStatus> = async (status) => {
  const after = statusIn('2026-12', { status, expiry: '2026-11' });
  return { answer: 'ok', after, lines: after === status ? 0 : 1 };
};

testEveryCell(CARD_STATUS, INNER_STATUSES, {
  turnOff: {
    webAccount: driver('card/turnCardOff', 'webAccount'),
    cardOnly: driver('card/turnCardOff', 'cardOnly'),
  },
  turnOn: {
    webAccount: driver('card/turnCardOn', 'webAccount'),
    cardOnly: driver('card/turnCardOn', 'cardOnly'),
  },
  block: { webAccount: driver('card/block', 'webAccount'), staff: byStaff('block-card') },
  unblock: { staff: byStaff('unblock-card') },
  dispatch: { staff: byStaff('mark-card', { state: 'dispatched' }) },
  reportLost: {
    webAccount: driver('card/lost', 'webAccount'),
    cardOnly: driver('card/lost', 'cardOnly'),
    staff: byStaff('report-card', { state: 'lost', checked: 'born' }),
  },
  reportStolen: {
    webAccount: driver('card/lost', 'webAccount', { IsStolen: true }),
    cardOnly: driver('card/lost', 'cardOnly', { IsStolen: true }),
    staff: byStaff('report-card', { state: 'stolen', checked: 'born' }),
  },
  replace: { webAccount: replacing, staff: byStaff('reissue-card') },
  supersede: { programme: superseding },
  activate: { cardOnly: activating, webAccount: activatingAllocated },
  expire: { programme: expiring },
  useUp: { programme: usingUp },
  close: { staff: closing, webAccount: deleting },
});

describe('the database', () => {
  it.each(INNER_STATUSES)('stores a card that is %s', async (status) => {
    expect(await statusOf(test.ctx, await givenCard(test.ctx, { status, accessCode: null }))).toBe(status);
  });

  it('refuses a card of any other status', async () => {
    await expect(givenCard(test.ctx, { status: 'Frozen', accessCode: null })).rejects.toThrow('card_status_check');
  });
});
