import type { AppContext } from '../../compose/context.ts';
import { callHttp } from '../../outside/http-call.ts';
import { faultCode } from '../../outside/http-fault.ts';
import { signWebhook, webhookKey } from '../../outside/standard-webhooks.ts';
import { refuseInTransaction } from '../../platform/database/open-transaction.ts';
import type { Outcome } from './schedule.domain.ts';

/** How long one attempt may take. */
const LIMIT_MS = 15_000;

type Signed = {
  readonly url: string;
  readonly webhookId: string;
  readonly body: string;
  /** In their written form; each signs. */
  readonly secrets: readonly string[];
};

/**
 * Sends an event once, to an address that may be called, signed for this moment. Redirects are not followed. Undefined:
 * `signal` stopped it.
 */
export async function postEvent(
  ctx: Pick<AppContext, 'outside' | 'clocks'>,
  { url, webhookId, body, secrets }: Signed,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  refuseInTransaction('a webhook');
  const late = AbortSignal.timeout(LIMIT_MS);
  try {
    const { status, headers } = await callHttp({
      method: 'POST',
      url,
      headers: { 'Content-Type': 'application/json', ...signed(ctx.clocks.security.now(), webhookId, body, secrets) },
      body,
      addresses: ctx.outside.givenAddresses,
      signal: AbortSignal.any([late, signal]),
      mostBytes: 0,
    });
    return { status, retryAfter: headers['retry-after'] };
  } catch (error) {
    if (late.aborted) return { fault: 'timeout' };
    return signal.aborted ? undefined : { fault: faultCode(error) };
  }
}

function signed(nowMs: number, webhookId: string, body: string, secrets: readonly string[]) {
  const all = secrets.map((secret) => {
    const key = webhookKey(secret);
    if (!key) throw new Error('a kept secret of a webhook is not one');
    return signWebhook(key, webhookId, nowMs, body);
  });
  const signatures = all.map((headers) => headers['webhook-signature']).join(' ');
  return { ...all[0], 'webhook-signature': signatures };
}
