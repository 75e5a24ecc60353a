import { randomUUID } from 'node:crypto';
import type { Authenticator } from '../../test-support/authenticator.ts';
import { type Browser, openBrowser } from '../../test-support/cookies.ts';
import { brandFields, type TestApp } from '../../test-support/app.ts';
import type { TestBrand } from '../../test-support/factories.ts';

export type SignedIn = { readonly access: string; readonly refresh: string };
export type Answer = { readonly status: number; readonly body: Record<string, unknown>; readonly word: string };

/** Person with a browser, and everything they know and have. */
export type Actor = {
  readonly name: 'owner' | 'thief';
  readonly browser: Browser;
  /** Email addresses and mobile numbers whose messages they can read. */
  readonly boxes: Set<string>;
  /** Names that may open the login. */
  readonly names: Set<string>;
  readonly passwords: Set<string>;
  /** Answers to security questions. */
  readonly answers: Set<string>;
  readonly passkeys: Authenticator[];
  readonly passcodes: { readonly device: string; readonly pin: string }[];
  readonly sessions: SignedIn[];
};

export function openActor({ app }: TestApp, name: Actor['name']): Actor {
  return {
    name,
    browser: openBrowser(app),
    boxes: new Set(),
    names: new Set(),
    passwords: new Set(),
    answers: new Set(),
    passkeys: [],
    passcodes: [],
    sessions: [],
  };
}

export const freshDevice = () => ({
  uuid: randomUUID(),
  model: '',
  version: '',
  platform: '',
  name: '',
  registrationId: '',
  fcmEnabled: false,
  enabled: false,
});

/** API calls of an actor at a brand. */
export function callsOf(actor: Actor, brand: TestBrand) {
  const read = (response: { statusCode: number; body: string }): Answer => {
    const body = (response.body === '' ? {} : JSON.parse(response.body)) as Record<string, unknown>;
    const [code] = (body['error'] ?? []) as string[];
    return { status: response.statusCode, body, word: response.statusCode === 200 ? 'ok' : (code ?? 'refused') };
  };
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    read(await actor.browser.post(`/api/${path}`, body, { 'wattle-brand': brand.identifier, ...headers }));
  /** Grant of the token endpoint; a successful one is kept. */
  const token = async (fields: Readonly<Record<string, string>>): Promise<Answer> => {
    const answer = read(await actor.browser.form('/api/token', { ...brandFields(brand), ...fields }));
    const { access_token: access, refresh_token: refresh } = answer.body as {
      access_token?: string;
      refresh_token?: string;
    };
    const opens = ['password', 'passcode', 'passkey', 'refresh_token'].includes(fields['grant_type'] ?? '');
    if (answer.status === 200 && opens && access && refresh) actor.sessions.push({ access, refresh });
    return answer;
  };
  const bearer = ({ access }: SignedIn) => ({ authorization: `Bearer ${access}` });
  return {
    post,
    token,
    /** The same in the latest session, refreshed if its access token has expired. */
    async own(path: string, body: object, more: Record<string, string> = {}): Promise<Answer> {
      const session = actor.sessions.at(-1);
      if (!session) return { status: 401, body: {}, word: 'no session' };
      const answer = await post(path, body, { ...bearer(session), ...more });
      if (answer.status !== 401) return answer;
      const renewed = await token({ grant_type: 'refresh_token', refresh_token: session.refresh, active: 'true' });
      const next = actor.sessions.at(-1);
      if (renewed.status === 200 && next) return post(path, body, { ...bearer(next), ...more });
      actor.sessions.splice(actor.sessions.indexOf(session), 1);
      return answer;
    },
    /** Whether access or refresh token of a session still opens the login. */
    async isLive(session: SignedIn): Promise<boolean> {
      const seen = await actor.browser.get('/api/onlineAccount/', bearer(session));
      if (seen.statusCode === 200) return true;
      const fields = { grant_type: 'refresh_token', refresh_token: session.refresh, active: 'true' };
      return (await token(fields)).status === 200;
    },
  };
}
