import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenCard, givenSession } from '../../../test-support/factories.ts';
import { auditOf, givenUser, postApi, statusOf } from '../../../test-support/signed-in.ts';
import { type Driver, testEveryCell } from '../../../test-support/state-matrix.ts';
import { CARD_STATUS, INNER_STATUSES, type InnerStatus } from './card-status.states.domain.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

/** Refusals of the wire, as the table names them. */
const REFUSALS: Readonly<Record<string, string>> = { '10001': 'card_problem' };

const driver =
  (call: string, by: 'webAccount' | 'cardOnly'): Driver<InnerStatus> =>
  async (status) => {
    const { ctx } = test;
    const user = await givenUser(ctx, { status });
    const headers = by === 'webAccount' ? user.headers : (await givenSession(ctx, { card: user.card })).headers;
    const response = await postApi(test, call, headers, { Card: user.card.reference });
    return {
      answer: response.statusCode === 200 ? 'ok' : (REFUSALS[response.json().error[0]] ?? response.body),
      after: (await statusOf(ctx, user.card)) as InnerStatus,
      lines: (await auditOf(ctx, user.card)).length,
    };
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
});

describe('the database', () => {
  it.each(INNER_STATUSES)('keeps a card that is %s', async (status) => {
    expect(await statusOf(test.ctx, await givenCard(test.ctx, { status, accessCode: null }))).toBe(status);
  });

  it('keeps no card of another status', async () => {
    await expect(givenCard(test.ctx, { status: 'Frozen', accessCode: null })).rejects.toThrow('card_status_check');
  });
});
