import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenSession } from '../../../../test-support/factories.ts';
import { getApi, givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';

const MINUTE = 60_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const list = async (headers: Headers) =>
  (await postApi(test, 'onlineAccount/GetSignIns', headers)).json<{ SignIns: { Id: string; IsCurrent: boolean }[] }>()
    .SignIns;
const statusOf = async (headers: Headers) => (await getApi(test, 'onlineAccount/', headers)).statusCode;

it('the list of sign-ins has the live sessions of the user, the current one first, and any other can be ended', async () => {
  const { headers, webAccount } = await givenUser(test.ctx);
  const other = await givenSession(test.ctx, { webAccount });
  const third = await givenSession(test.ctx, { webAccount }, 'passcode');
  await givenSession(test.ctx, { webAccount }, 'accountnumber');
  await test.ctx.asOwner(
    `UPDATE session SET user_agent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0' WHERE id = $1`,
    [other.id],
  );
  const all = await list(headers);
  expect(all.map(({ IsCurrent }) => IsCurrent)).toEqual([true, false, false]);
  expect(
    all
      .map(({ Id }) => Id)
      .slice(1)
      .toSorted(),
  ).toEqual([other.id, third.id].toSorted());
  expect(all.find(({ Id }) => Id === other.id)).toMatchObject({
    Browser: 'Firefox',
    System: 'Windows',
    IsPhone: false,
  });
  const end = (Id: string) => postApi(test, 'onlineAccount/EndSignIn', headers, { Id });
  expect((await end(other.id)).json()).toEqual({ IsSuccessful: true });
  expect(await statusOf(other.headers)).toBe(401);
  expect((await end(other.id)).json().error).toEqual(['404']);
  expect((await end(all[0]?.Id ?? '')).json().error).toEqual(['404']);
  expect(await statusOf(headers)).toBe(200);
  expect((await postApi(test, 'onlineAccount/EndOtherSignIns', headers)).json()).toEqual({ IsSuccessful: true });
  expect(await statusOf(third.headers)).toBe(401);
  expect(await list(headers)).toHaveLength(1);
});

it('the list of sign-ins has no idle sessions, and another person’s session cannot be ended', async () => {
  const [one, two] = [await givenUser(test.ctx), await givenUser(test.ctx)];
  const theirs = await list(two.headers);
  const response = await postApi(test, 'onlineAccount/EndSignIn', one.headers, { Id: theirs[0]?.Id });
  expect(response.statusCode).toBe(404);
  expect(await statusOf(two.headers)).toBe(200);
  test.ctx.advance(15 * MINUTE);
  const { headers } = await givenSession(test.ctx, { webAccount: one.webAccount });
  expect(await list(headers)).toHaveLength(1);
});
