import type { Scope } from '@wattle/contract/operation.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenSession, givenWebAccount } from '../../test-support/factories.ts';
import { routes } from '../compose/routes.ts';

/** Calls of each restricted token (specification, "Token scopes"). `ownership.test.ts` sends every other call. */
const RESTRICTED: Readonly<Record<string, readonly string[]>> = {
  cardaccess: ['getCardAccessDetails'],
  accountnumber: ['getAuthStatus', 'getAuthQuestions', 'submitAuthAnswersForForgotPassword', 'getSecurityQuestions'],
  // Staff who view an account: what the desk shows them too, masked.
  view: [
    'getSignIns',
    'getAlerts',
    'getAlertsByEntity',
    'getCards',
    'getCardDetails',
    'isPrimaryAccount',
    'getCardInitialLoadFee',
    'getCardReplacementFee',
    'getSpendLimits',
    'getCardControls',
    'getVirtualCards',
    'canOrderAdditionalCard',
    'getCardUpgradeFee',
    'getNotifications',
    'countNotifications',
    'getOnlineAccount',
    'getStatementList',
    'getTopupDetails',
    'getTopupsOnTheirWay',
    'getTopupBank',
    'getRecentTransactions',
    'getTransactions',
    'searchTransactions',
    'getSpending',
    'getMerchant',
    'getAccountLimits',
    'getRemainingExternalTransferLimitDetails',
  ],
};

const calls = routes.filter((route) => route.kind === 'session');
const reach = ({ operation }: (typeof calls)[number]): readonly Scope[] =>
  operation.auth === 'public' ? [] : operation.auth;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

describe('the scope of a token', () => {
  it.each(Object.entries(RESTRICTED))('%s reaches its own calls and no other: %j', (scope, names) => {
    const reached = calls.filter((route) => reach(route).includes(scope as Scope));
    expect(reached.map((route) => route.operation.name)).toEqual(names);
  });

  it('permits a passcode session the same calls as a password session', async () => {
    const differing = calls.filter((route) => reach(route).includes('passcode') !== reach(route).includes('password'));
    expect(differing.map((route) => route.operation.name)).toEqual([]);
    const webAccount = await givenWebAccount(given.ctx);
    const { headers } = await givenSession(given.ctx, { webAccount }, 'passcode');
    expect((await given.app.inject({ url: '/api/onlineAccount/', headers })).statusCode).toBe(200);
  });

  it('must match the session: a token that claims another scope is invalid', async () => {
    const webAccount = await givenWebAccount(given.ctx);
    const { token } = await givenSession(given.ctx, { webAccount }, 'accountnumber');
    const [head, , tail] = token.split('.');
    const { token: other } = await givenSession(given.ctx, { webAccount }, 'password');
    const forged = `${head}.${other.split('.')[1]}.${tail}`;
    const response = await given.app.inject({
      url: '/api/onlineAccount/',
      headers: { authorization: `Bearer ${forged}` },
    });
    expect(response.statusCode).toBe(401);
  });
});
