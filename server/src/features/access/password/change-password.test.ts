import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenSession } from '../../../../test-support/factories.ts';
import { getApi, givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';
import { givenTransports } from '../../../../test-support/outside/transports.ts';
import { deliverDue } from '../../messages/deliver-messages.due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const OLD = 'Golden-Wattle-2026';
const NEW = 'Paperbark-Swamp-42';
const change = (headers: Headers, newPassword = NEW, oldPassword = OLD) =>
  postApi(test, 'onlineAccount/ChangePassword', headers, { oldPassword, newPassword });

it('a new password is accepted, ends the other sessions, and the user is notified', async () => {
  const { headers, webAccount, holder } = await givenUser(test.ctx);
  const elsewhere = await givenSession(test.ctx, { webAccount });
  expect((await change(headers)).json()).toEqual({ result: true });
  expect((await getApi(test, 'onlineAccount/', headers)).statusCode).toBe(200);
  expect((await getApi(test, 'onlineAccount/', elsewhere.headers)).statusCode).toBe(401);
  const check = (currentpassword: string) => postApi(test, 'onlineAccount/CheckPassword', headers, { currentpassword });
  expect((await check(NEW)).statusCode).toBe(200);
  expect((await check(OLD)).json().error).toEqual(['20041']);
  const { transports, mails } = givenTransports();
  await deliverDue(test.ctx, transports);
  expect(mails.map(({ to }) => to)).toEqual([holder.email]);
});

it.each(['short', 'golden-wattle-2027', 'GOLDEN-WATTLE-2027', 'Golden-Wattle-Tree', 'Aaaaaaaaaaaa1'])(
  'the new password %s is refused',
  async (password) => {
    const { headers } = await givenUser(test.ctx);
    expect((await change(headers, password)).json()).toMatchObject({ error: ['20010'], field: 'newPassword' });
  },
);

it('a change of password needs the current one, and locks after five wrong ones', async () => {
  const { headers } = await givenUser(test.ctx);
  for (let tries = 0; tries < 4; tries += 1) {
    expect((await change(headers, NEW, 'Wrong-Password-1')).json().error).toEqual(['20041']);
  }
  expect((await change(headers, NEW, 'Wrong-Password-1')).json().error).toEqual(['20043']);
  expect((await change(headers)).json().error).toEqual(['20043']);
});
