import { postApi, type Headers } from '../signed-in.ts';
import type { TestApp } from '../app.ts';

/** Origin of our page, as a browser sends it, for the host of `inject`. */
export const OWN_ORIGIN = 'http://localhost';

type Where = Pick<TestApp, 'app' | 'ctx'>;

/** Requests a ticket. */
export function askForTicket(
  where: Where,
  headers: Headers & { readonly cookie?: string },
  kind: string,
  parameters: object,
  language = 'enAU',
) {
  return postApi(where, 'download/ticket', headers, { kind, parameters, language });
}

/** Ticket of a page: the token for its form, and its cookie. */
export type PageTicket = { readonly token: string; readonly begin: string; readonly cookie: string };

export async function givenTicket(...asked: Parameters<typeof askForTicket>): Promise<PageTicket> {
  const response = await askForTicket(...asked);
  if (response.statusCode !== 200) throw new Error(`no ticket: ${response.statusCode} ${response.body}`);
  const { Token, BeginCookie } = response.json<{ Token: string; BeginCookie: string }>();
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
  return { token: Token, begin: BeginCookie, cookie };
}

type Post = {
  readonly fields?: Readonly<Record<string, string>>;
  readonly origin?: string | null;
  readonly cookie?: string | null;
  readonly accept?: string;
};

/** Posts the form of a document like the page, with optional changes. */
export function postTicket({ app }: Where, path: string, ticket: PageTicket, post: Post = {}) {
  const { fields = {}, origin = OWN_ORIGIN, cookie = ticket.cookie, accept = 'text/html' } = post;
  return app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept,
      ...(origin !== null && { origin }),
      ...(cookie !== null && { cookie }),
    },
    payload: new URLSearchParams({ token: ticket.token, ...fields }).toString(),
  });
}
