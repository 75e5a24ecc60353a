import { openView } from '@wattle/contract/access/view.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { TestApp } from '../app.ts';
import { give, givenStaff, type TestStaff } from './desk.ts';
import type { TestWebAccount } from '../factories.ts';

export const BECAUSE = 'says the balance is wrong';

/** Asks for a view of the account of this person, and answers its ticket. */
export async function givenTicket(test: TestApp, staff: TestStaff, webAccount: TestWebAccount): Promise<string> {
  const input = { person: `holder:${webAccount.holder.id}`, because: BECAUSE };
  const { status, body } = await give(test, staff, 'view-as', { input });
  if (status !== 200) throw new Error(`view-as is refused: ${body.error}`);
  return String(body.rows?.[0]?.['ticket']);
}

/** Opens a view as the page does. `from` is the address of the browser. */
export async function sendTicket(
  { app }: Pick<TestApp, 'app'>,
  { path }: typeof openView,
  given: { readonly brand: string; readonly ticket: string },
  from = '127.9.0.1',
) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/${path}`,
    remoteAddress: from,
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0' },
    payload: given,
  });
  return { status: response.statusCode, body: response.json<ResponseOf<typeof openView> & { error?: string[] }>() };
}

/** An open view of the account of this person, by a new member of staff unless one is given. */
export async function givenView(test: TestApp, webAccount: TestWebAccount, by?: TestStaff) {
  const { brand } = webAccount;
  const staff = by ?? (await givenStaff(test.ctx, brand.tenantId, { role: 'agent' }));
  const ticket = await givenTicket(test, staff, webAccount);
  const { status, body } = await sendTicket(test, openView, { brand: brand.identifier, ticket });
  if (status !== 200) throw new Error(`no view: ${JSON.stringify(body)}`);
  return { staff, ticket, body, headers: { authorization: `Bearer ${body.access_token}` } };
}
