import type { FastifyInstance } from 'fastify';
import type { TestBrand } from './factories.ts';

type Injected = Awaited<ReturnType<FastifyInstance['inject']>>;

/** Cookies of a browser: those set or cleared by responses, sent with every later request. */
export type Browser = {
  readonly cookies: Map<string, string>;
  form(url: string, fields: Readonly<Record<string, string>>): Promise<Injected>;
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Injected>;
  post(url: string, payload: object, headers?: Readonly<Record<string, string>>): Promise<Injected>;
};

export function openBrowser(app: FastifyInstance): Browser {
  const cookies = new Map<string, string>();

  async function send(
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    payload?: string | object,
  ): Promise<Injected> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.inject({
      method,
      url,
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  return {
    cookies,
    form: (url, fields) =>
      send(
        'POST',
        url,
        { 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams(fields).toString(),
      ),
    get: (url, headers = {}) => send('GET', url, headers),
    post: (url, payload, headers = {}) => send('POST', url, headers, payload),
  };
}

/** Names of the cookies of a brand in the sandbox. */
export function cookieNames(brand: TestBrand): { readonly device: string; readonly remembered: string } {
  return { device: `wattle-device-${brand.id}`, remembered: `wattle-remembered-${brand.id}` };
}

/** First code of a refusal; undefined for a success. */
export function codeOf(response: Injected): string | undefined {
  return response.statusCode === 200 ? undefined : response.json<{ error: string[] }>().error[0];
}
