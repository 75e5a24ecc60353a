import { brandFields, postForm, type TestApp } from './app.ts';
import { givenBrand, givenCard, givenHolder, givenSession, givenWebAccount, type TestWebAccount } from './factories.ts';
import { codeIn, codeOf, NEW_PASSWORD, resetCalls, sent } from './resets.ts';
import { type Headers, postApi } from './signed-in.ts';

export const PASSWORD = 'Golden-Wattle-2026';

const MAY_EDIT = {
  AllowEditEmailAddress: true,
  AllowEditPhoneNumber: true,
  AllowEditAddress: true,
  AllowEditUsernameAndSecurityQuestion: true,
};

/** Person who may change contacts, with security question 1, answer banksia, and a card. */
export async function givenOwner({ ctx }: TestApp, settings: object = {}): Promise<TestWebAccount> {
  const holder = await givenHolder(ctx, { brand: await givenBrand(ctx, { settings: { ...MAY_EDIT, ...settings } }) });
  await ctx.asOwner('UPDATE holder SET security_question = 1, security_answer_hash = $2 WHERE id = $1', [
    holder.id,
    await ctx.secrets.hashSecret('banksia'),
  ]);
  const { account } = await givenCard(ctx, { holder });
  return givenWebAccount(ctx, { holder, account });
}

/** Session of a login with the calls of its contact pages. */
export async function givenContactCalls(test: TestApp, webAccount: TestWebAccount) {
  const { headers } = await givenSession(test.ctx, { webAccount });
  return contactCalls(test, headers);
}

export function contactCalls(test: TestApp, headers: Headers) {
  const update = (body: object) =>
    postApi(test, 'onlineAccount/UpdateAccessDetails', headers, { currentpassword: PASSWORD, ...body });
  const confirm = (Channel: string, code: string) =>
    postApi(test, 'onlineAccount/ConfirmContact', headers, { Channel, code });
  return {
    headers,
    update,
    confirm,
    /** Requests a new contact and enters its code. Returns the token of the link sent to the old one. */
    change: async (body: { readonly EmailAddress: string } | { readonly Mobile: string }): Promise<string> => {
      await sent(test);
      await update(body);
      const asked = await sent(test);
      const channel = 'EmailAddress' in body ? 'email' : 'mobile';
      const code = codeIn((channel === 'email' ? asked.mails : asked.texts)[0]?.text);
      const confirmed = await confirm(channel, code);
      if (confirmed.statusCode !== 200) throw new Error(`not confirmed: ${confirmed.body}`);
      return undoTokenIn(await sent(test));
    },
  };
}

type Sent = Awaited<ReturnType<typeof sent>>;

/** Token of an undo link in sent messages. */
export function undoTokenIn({ mails, texts }: Sent): string {
  const all = [...mails, ...texts].map(({ text }) => text).join('\n');
  return /undoContactChange\/([0-9a-f]{32})/.exec(all)?.[1] ?? 'none';
}

/** Token of a reset in messages sent to a person. */
export function resetTokenIn({ mails, texts }: Sent, to: string): string {
  const all = [...mails, ...texts].filter((message) => message.to === to).map(({ text }) => text);
  return /\/reset\/([\w-]{43})/.exec(all.join('\n'))?.[1] ?? 'none';
}

/** Stored sign-in names and contacts of a login. */
export async function accessStateOf({ ctx }: TestApp, { id }: Pick<TestWebAccount, 'id'>) {
  const [row] = await ctx.asOwner<{
    email: string;
    mobile: string;
    username: string;
    question: number | null;
    names: readonly string[];
    email_changed_at: string | null;
  }>(
    `SELECT h.email, h.mobile, w.username, h.security_question AS question, h.email_changed_at,
            ARRAY(SELECT n.kind || ' ' || n.name FROM login_name n
                   WHERE n.web_account_id = w.id AND n.reserved_until IS NULL ORDER BY 1) AS names
       FROM web_account w JOIN holder h ON h.id = w.holder_id WHERE w.id = $1`,
    [id],
  );
  if (!row) throw new Error('no such login');
  return row;
}

/** Adds rows of a passkey, a passcode and a remembered username, whose use other tests cover. */
export async function givenWaysIn({ ctx }: TestApp, { id, brand }: TestWebAccount, mark: string): Promise<void> {
  const at = new Date(ctx.clocks.security.now());
  const row = [brand.tenantId, brand.id, id];
  const secret = (name: string) => ctx.secrets.identifierHash('test', `${name}${mark}`);
  await ctx.asOwner(
    `INSERT INTO passkey (id, tenant_id, brand_id, web_account_id, credential_id, rp_id, public_key, counter, name, added_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, 'localhost', $4, 0, 'A', $5)`,
    [...row, secret('passkey'), at],
  );
  await ctx.asOwner(
    `INSERT INTO device_passcode (secret_hash, tenant_id, brand_id, web_account_id, device_uuid, user_agent, passcode_hash, set_at)
     VALUES ($4, $1, $2, $3, $5, '', '', $6)`,
    [...row, secret('passcode'), `device-${mark}`, at],
  );
  await ctx.asOwner(
    `INSERT INTO remembered_user (secret_hash, tenant_id, brand_id, web_account_id, created_at, ends_at)
     VALUES ($4, $1, $2, $3, $5, $5::timestamptz + interval '90 days')`,
    [...row, secret('remembered'), at],
  );
}

/** Number of sign-in methods besides the password. */
export async function countWaysIn({ ctx }: TestApp, { id }: Pick<TestWebAccount, 'id'>): Promise<number> {
  const [row] = await ctx.asOwner<{ ways: bigint }>(
    `SELECT (SELECT count(*) FROM passkey WHERE web_account_id = $1)
          + (SELECT count(*) FROM device_passcode WHERE web_account_id = $1)
          + (SELECT count(*) FROM remembered_user WHERE web_account_id = $1)
          + (SELECT count(*) FROM session WHERE web_account_id = $1 AND revoked_at IS NULL) AS ways`,
    [id],
  );
  return Number(row?.ways ?? 0n);
}

/** Whether a name and password open a login. */
export async function opensLogin(
  { app }: TestApp,
  { brand }: TestWebAccount,
  userName: string,
  password = PASSWORD,
): Promise<boolean> {
  const fields = { grant_type: 'password', ...brandFields(brand), userName, password };
  return (await postForm(app, '/api/token', fields)).statusCode === 200;
}

/** Sets NEW_PASSWORD with the link of a reset. Returns the code of a refusal, or ok. */
export async function setPasswordBy(
  test: TestApp,
  { brand }: TestWebAccount,
  token: string,
  answer = 'banksia',
): Promise<string> {
  const { post } = resetCalls(test);
  await post(brand, 'onlineAccount/VerifyAnswer', { token, answer });
  return codeOf(await post(brand, 'onlineAccount/ResetPassword', { token, answer, newPassword: NEW_PASSWORD }));
}
