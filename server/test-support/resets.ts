import type { TestApp } from './app.ts';
import { brandFields, postForm, signInWithPassword } from './app.ts';
import { givenCard, givenHolder, givenWebAccount, type TestBrand, type TestWebAccount } from './factories.ts';
import { givenTransports } from './outside/transports.ts';
import { deliverDue } from '../src/features/messages/deliver-messages.due.ts';

/** Password set by resets. */
export const NEW_PASSWORD = 'Silver-Banksia-2027';

/** Person with security question 1, answer banksia, and a card. */
export async function givenPerson(
  { ctx }: TestApp,
  given: Parameters<typeof givenHolder>[1] = {},
): Promise<TestWebAccount> {
  const holder = await givenHolder(ctx, given);
  await ctx.asOwner('UPDATE holder SET security_question = 1, security_answer_hash = $2 WHERE id = $1', [
    holder.id,
    await ctx.secrets.hashSecret('banksia'),
  ]);
  const card = await givenCard(ctx, { holder });
  return givenWebAccount(ctx, { holder, account: card.account });
}

/** Sends queued messages. */
export async function sent({ ctx }: TestApp) {
  const into = givenTransports();
  await deliverDue(ctx, into.transports);
  return into;
}

export const codeOf = ({ body }: { body: Record<string, unknown> }) =>
  (body['error'] as string[] | undefined)?.[0] ?? 'ok';

export const codeIn = (text: string | undefined) => /(?<!\d)\d{6}(?!\d)/.exec(text ?? '')?.[0] ?? '';

/** Calls of a reset from the page of a brand. */
export function resetCalls(test: TestApp) {
  const post = async (brand: TestBrand, name: string, body: object, headers: Record<string, string> = {}) => {
    const response = await test.app.inject({
      method: 'POST',
      url: `/api/${name}`,
      headers: { 'wattle-brand': brand.identifier, ...headers },
      payload: body,
    });
    return { status: response.statusCode, text: response.body, body: response.json<Record<string, unknown>>() };
  };
  const ask = (brand: TestBrand, username: string) => post(brand, 'onlineAccount/RequestResetPassword', { username });
  return {
    post,
    ask,
    /** Token of the link mailed to a person. */
    linkOf: async (person: TestWebAccount): Promise<string> => {
      await ask(person.brand, person.username);
      const { mails } = await sent(test);
      const mail = mails.findLast(({ to }) => to === person.holder.email);
      return /\/reset\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'none';
    },
    /** A reset by account number: its session and token. */
    byAccount: async (brand: TestBrand, accountNumber: string) => {
      const opened = await postForm(test.app, '/api/token', {
        grant_type: 'accountnumber',
        ...brandFields(brand),
        accountNumber,
      });
      const { access_token, refresh_token } = opened.json<{ access_token: string; refresh_token: string }>();
      const begun = await post(brand, 'onlineAccount/RequestResetPassword', { accountToken: access_token });
      return {
        opened,
        begun,
        token: String(begun.body['token']),
        refreshToken: refresh_token,
        headers: { authorization: `Bearer ${access_token}` },
      };
    },
    opens: (person: TestWebAccount, password: string) =>
      signInWithPassword(test.app, { ...person, password }).then(
        () => true,
        () => false,
      ),
  };
}
