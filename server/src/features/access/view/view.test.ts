import { openView } from '@wattle/contract/access/view.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { auditOfStaff, give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenHolder, givenSession } from '../../../../test-support/factories.ts';
import { getApi, givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { BECAUSE, givenTicket, givenView, sendTicket } from '../../../../test-support/desk/views.ts';

const MINUTE = 60_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => test.close());

async function givenViewer(role: 'viewer' | 'agent' | 'manager' = 'agent') {
  const user = await givenUser(test.ctx);
  const staff = await givenStaff(test.ctx, user.webAccount.brand.tenantId, { role });
  return { ...user, staff, brand: user.webAccount.brand.identifier };
}

const open = (brand: string, ticket: string, from?: string) => sendTicket(test, openView, { brand, ticket }, from);

const statusOf = async (headers: { authorization: string }) => (await getApi(test, 'card/cards', headers)).statusCode;

/** Renews a view, as its page does. */
async function renewed(
  brand: { id: number; tenantId: number; identifier: string },
  token: string,
  isActive: boolean,
  from = '127.0.0.1',
) {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/token',
    remoteAddress: from,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'refresh_token',
      brand: brand.identifier,
      tenantId: String(brand.tenantId),
      brandId: String(brand.id),
      refresh_token: token,
      active: String(isActive),
    }).toString(),
  });
  return { status: response.statusCode, body: response.json<{ access_token: string; refresh_token: string }>() };
}

describe('the ticket of a view', () => {
  it('opens the account once, and names who views whom', async () => {
    const { staff, webAccount, brand, holder } = await givenViewer();
    const ticket = await givenTicket(test, staff, webAccount);
    const [first, second] = await Promise.all([open(brand, ticket), open(brand, ticket)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 410]);
    const opened = first.status === 200 ? first : second;
    expect(opened.body).toMatchObject({ Staff: expect.stringMatching(/^Member \d+$/), expires_in: 300 });
    expect(opened.body.Person).toContain(holder.firstName);
    expect((await open(brand, ticket)).body.error).toEqual(['410']);
  });

  it('is over after a minute', async () => {
    const { staff, webAccount, brand } = await givenViewer();
    const ticket = await givenTicket(test, staff, webAccount);
    test.ctx.advance(MINUTE);
    expect((await open(brand, ticket)).status).toBe(410);
  });

  it('is nothing at another brand, with another secret, or outside of the networks of the desk', async () => {
    const { staff, webAccount, brand } = await givenViewer();
    const ticket = await givenTicket(test, staff, webAccount);
    const other = await givenBrand(test.ctx, { tenant: { id: webAccount.brand.tenantId, name: '' } });
    expect((await open(other.identifier, ticket)).status).toBe(410);
    expect((await open((await givenBrand(test.ctx)).identifier, ticket)).status).toBe(410);
    expect((await open(brand, `${ticket.slice(0, -2)}AA`)).status).toBe(410);
    expect((await open('nowhere', ticket)).body.error).toEqual(['20010']);
    expect((await open(brand, ticket, '203.0.113.9')).body.error).toEqual(['404']);
    // The ticket is still good after these attempts.
    expect((await open(brand, ticket)).status).toBe(200);
  });

  it('is no more once the session of the desk has ended', async () => {
    const { staff, webAccount, brand } = await givenViewer();
    const ticket = await givenTicket(test, staff, webAccount);
    await test.app.inject({ method: 'POST', url: '/desk/sign-out', headers: staff.headers });
    expect((await open(brand, ticket)).status).toBe(410);
    const sessions = await test.ctx.asOwner("SELECT FROM session WHERE scope = 'view' AND web_account_id = $1", [
      webAccount.id,
    ]);
    expect(sessions).toEqual([]);
  });

  it('is kept as a keyed hash alone, and is in no line of the audit log', async () => {
    const { staff, webAccount } = await givenViewer();
    const ticket = await givenTicket(test, staff, webAccount);
    const secret = ticket.split('.')[1] ?? '';
    for (const table of ['account_view', 'audit_log', 'staff_note']) {
      const [row] = await test.ctx.asOwner<{ found: number }>(
        `SELECT count(*)::int AS found FROM ${table} x WHERE position($1 IN to_jsonb(x)::text) > 0`,
        [secret],
      );
      expect([table, row?.found]).toEqual([table, 0]);
    }
  });
});

describe('a view', () => {
  it('ends with the session of the desk: signed out, ended by a colleague, or idle', async () => {
    const signedOut = await givenViewer();
    const one = await givenView(test, signedOut.webAccount, signedOut.staff);
    expect(await statusOf(one.headers)).toBe(200);
    await test.app.inject({ method: 'POST', url: '/desk/sign-out', headers: one.staff.headers });
    expect(await statusOf(one.headers)).toBe(401);
    expect((await renewed(signedOut.webAccount.brand, one.body.refresh_token, true)).status).toBe(400);

    const ended = await givenViewer();
    const two = await givenView(test, ended.webAccount, ended.staff);
    const manager = await givenStaff(test.ctx, ended.webAccount.brand.tenantId);
    await give(test, manager, 'end-staff', { input: { name: ended.staff.name } });
    expect(await statusOf(two.headers)).toBe(401);

    const idle = await givenViewer();
    const three = await givenView(test, idle.webAccount, idle.staff);
    await test.ctx.asOwner('UPDATE staff_session SET last_active_at = last_active_at - $2::interval WHERE id = $1', [
      idle.staff.sessionId,
      `${test.ctx.config.desk.idleMs} milliseconds`,
    ]);
    expect(await statusOf(three.headers)).toBe(401);
  });

  it('ends after 5 minutes without use, and 15 minutes after it was opened however much it is used', async () => {
    const { webAccount, staff } = await givenViewer();
    const { brand } = webAccount;
    const first = await givenView(test, webAccount, staff);
    // A page that asks by itself does not prolong it.
    test.ctx.advance(4 * MINUTE);
    const polled = await renewed(brand, first.body.refresh_token, false);
    expect(polled.status).toBe(200);
    test.ctx.advance(MINUTE);
    expect(await statusOf({ authorization: `Bearer ${polled.body.access_token}` })).toBe(401);
    expect((await renewed(brand, polled.body.refresh_token, true)).status).toBe(400);

    // Someone who works at the desk meanwhile keeps its session, and the view still ends.
    let { body } = await givenView(test, webAccount, await givenStaff(test.ctx, brand.tenantId));
    for (const minutes of [4, 4, 4]) {
      test.ctx.advance(minutes * MINUTE);
      const next = await renewed(brand, body.refresh_token, true);
      expect(next.status).toBe(200);
      body = { ...body, ...next.body };
    }
    test.ctx.advance(3 * MINUTE);
    expect((await renewed(brand, body.refresh_token, true)).status).toBe(400);
  });

  it('is ended by its page, and the audit log names the member of staff', async () => {
    const { webAccount, staff, brand } = await givenViewer();
    const view = await givenView(test, webAccount, staff);
    const ended = await test.app.inject({
      method: 'POST',
      url: '/api/token/end',
      payload: { brand, refresh_token: view.body.refresh_token },
    });
    expect(ended.statusCode).toBe(200);
    expect(await statusOf(view.headers)).toBe(401);
    expect(await auditOfStaff(test.ctx, staff)).toEqual([
      expect.stringMatching(/^desk\.view-as holder:\d+ ok$/),
      expect.stringMatching(/^session\.opened session:\S+ ok$/),
      expect.stringMatching(/^session\.closed session:\S+ ok$/),
    ]);
  });

  it('is answered in the networks of the desk alone', async () => {
    const { webAccount, staff } = await givenViewer();
    const { headers, body } = await givenView(test, webAccount, staff);
    const outside = { method: 'GET', url: '/api/card/cards', remoteAddress: '203.0.113.9', headers } as const;
    expect((await test.app.inject(outside)).statusCode).toBe(401);
    const stolen = body.refresh_token;
    expect((await renewed(webAccount.brand, stolen, true, '203.0.113.9')).status).toBe(400);
    expect(await statusOf(headers)).toBe(200);
    expect((await renewed(webAccount.brand, stolen, true)).status).toBe(200);
  });

  it('lists by days and direction, and searches no words: they are those of own notes too', async () => {
    const { webAccount, staff, holder } = await givenViewer();
    const card = await givenCard(test.ctx, { brand: webAccount.brand, holder });
    const { headers } = await givenView(test, webAccount, staff);
    const search = (by: object) =>
      postApi(test, 'transaction/search', headers, { accountNumber: card.account.accountNumber, count: 10, ...by });
    expect((await search({ from: '2020-01-01', direction: 'in' })).statusCode).toBe(200);
    for (const by of [{ text: 'divorce' }, { category: 'groceries' }, { merchant: 'Shop' }]) {
      expect((await search(by)).json().error).toEqual(['20403']);
    }
  });

  it('leaves nothing at the cardholder but a line in their list of sign-ins', async () => {
    const { webAccount, staff, headers } = await givenViewer();
    const traces = async () =>
      test.ctx.asOwner(
        `SELECT w.last_login_at, w.previous_login_at,
                (SELECT count(*) FROM outbox_message m WHERE m.holder_id = w.holder_id)::int AS messages,
                (SELECT count(*) FROM notification n WHERE n.web_account_id = w.id)::int AS notifications,
                (SELECT count(*) FROM device d WHERE d.web_account_id = w.id)::int AS devices
           FROM web_account w WHERE w.id = $1`,
        [webAccount.id],
      );
    const before = await traces();
    const view = await givenView(test, webAccount, staff);
    for (const url of ['card/cards', 'onlineAccount/', 'notifications/count']) await getApi(test, url, view.headers);
    expect(await traces()).toEqual(before);
    const list = (await postApi(test, 'onlineAccount/GetSignIns', headers)).json<{
      SignIns: object[];
      Views: { OpenedAt: string }[];
      Programme: string;
    }>();
    expect(list.SignIns).toHaveLength(1);
    expect(list.Views.map(({ OpenedAt }) => Date.parse(OpenedAt))).toEqual([test.ctx.clocks.security.now()]);
    expect(list.Programme).not.toBe('');
    // A year later it is gone.
    test.ctx.advance(367 * 24 * 60 * MINUTE);
    const later = (await givenSession(test.ctx, { webAccount })).headers;
    expect((await postApi(test, 'onlineAccount/GetSignIns', later)).json().Views).toEqual([]);
  });

  it('is among the sign-ins of the person at the desk, with its reason in the timeline', async () => {
    const { webAccount, staff, holder } = await givenViewer();
    await givenView(test, webAccount, staff);
    const input = { person: `holder:${holder.id}` };
    const signIns = (await give(test, staff, 'sign-ins-of', { input })).body.rows ?? [];
    const signIn = signIns.find(({ by }) => by === 'view');
    expect(signIn).toMatchObject({ device: 'Firefox on Windows', state: 'open' });
    expect(signIn?.['staff']).toMatch(/^Member \d+$/);
    const timeline = (await give(test, staff, 'timeline', { input })).body.rows ?? [];
    expect(timeline.find(({ event }) => event === 'desk.view-as')).toMatchObject({
      kind: 'staff',
      by: signIn?.['staff'],
      reason: BECAUSE,
    });
  });

  it('is no session of the cardholder: they end it with their others, and cannot be taken for it', async () => {
    const { webAccount, staff, headers } = await givenViewer();
    const view = await givenView(test, webAccount, staff);
    expect((await postApi(test, 'onlineAccount/EndOtherSignIns', view.headers)).json().error).toEqual(['20403']);
    expect(await statusOf(headers)).toBe(200);
    expect((await postApi(test, 'onlineAccount/EndOtherSignIns', headers)).statusCode).toBe(200);
    expect(await statusOf(view.headers)).toBe(401);
  });
});

describe('view-as', () => {
  it('shows the account of somebody who has died or is vulnerable, and none of somebody who was erased', async () => {
    const { webAccount, staff, holder } = await givenViewer();
    const input = { person: `holder:${holder.id}`, because: BECAUSE };
    await test.ctx.asOwner("UPDATE holder SET died_on = '2026-11-01' WHERE id = $1", [holder.id]);
    await give(test, staff, 'flag-person', { input: { person: input.person, hardship: true } });
    const { headers } = await givenView(test, webAccount, staff);
    expect(await statusOf(headers)).toBe(200);
    const ticket = await givenTicket(test, staff, webAccount);
    await test.ctx.asOwner('UPDATE holder SET erased_at = now() WHERE id = $1', [holder.id]);
    expect((await open(webAccount.brand.identifier, ticket)).status).toBe(410);
    expect((await give(test, staff, 'view-as', { input })).body.error).toBe('nothing_to_do');
  });

  it('is refused for a person without a sign-in, of another programme, to who only looks, and without a reason', async () => {
    const { webAccount, staff } = await givenViewer();
    const alone = await givenHolder(test.ctx, { brand: webAccount.brand });
    const ask = (by: typeof staff, person: string, because = BECAUSE) =>
      give(test, by, 'view-as', { input: { person, because } });
    expect((await ask(staff, `holder:${alone.id}`)).body).toMatchObject({ error: 'nothing_to_do', field: 'person' });
    const { webAccount: elsewhere } = await givenUser(test.ctx);
    expect(await ask(staff, `holder:${elsewhere.holder.id}`)).toMatchObject({ status: 404 });
    const viewer = await givenStaff(test.ctx, webAccount.brand.tenantId, { role: 'viewer' });
    expect(await ask(viewer, `holder:${webAccount.holder.id}`)).toMatchObject({ status: 403 });
    expect(await ask(staff, `holder:${webAccount.holder.id}`, 'why')).toMatchObject({ status: 400 });
    expect(await auditOfStaff(test.ctx, staff)).toContain('desk.view-as not_found');
    expect(await auditOfStaff(test.ctx, viewer)).toEqual(['desk.view-as not_permitted']);
  });
});
