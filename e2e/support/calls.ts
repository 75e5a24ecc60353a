import { randomUUID } from 'node:crypto';
import type { RunningServer } from './running-server.ts';

/** API calls that a test makes itself to prepare its initial state. */

/** Requests an access token by a grant at a brand. */
export async function tokenFor(
  { url }: RunningServer,
  brand: string,
  grant: Readonly<Record<string, string>>,
): Promise<string> {
  const { BrandId, TenantId } = (await (await fetch(`${url}/api/brand/${brand}`)).json()) as Record<string, unknown>;
  const body = new URLSearchParams({ ...grant, brand, brandId: String(BrandId), tenantId: String(TenantId) });
  const { access_token: token } = (await answerOf(await fetch(`${url}/api/token`, { method: 'POST', body }))) as {
    access_token: string;
  };
  return token;
}

/** Makes calls with a token, each with a different idempotency key. */
export function callAs({ url }: RunningServer, token: string) {
  return async <T = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answerOf(response)) as T;
  };
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
