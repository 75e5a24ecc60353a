/** How an attempt to deliver ended. A refusal is final where trying again cannot help. */
export type Delivery =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly isFinal: boolean;
      /** A short code, for the outbox and the log. Never an address nor words of the other side. */
      readonly code: string;
    };

export const DELIVERED: Delivery = { ok: true };

/** How long the other side may take over one message. */
export const SEND_LIMIT_MS = 10_000;

/** How an answer over HTTP counts: what says that the request itself is wrong is final. */
export function judgeStatus(status: number): Delivery {
  if (status >= 200 && status < 300) return DELIVERED;
  // 401 and 403 are our settings' fault, 408, 409, 425 and 429 pass: the message is not to blame.
  const isFinal = [400, 404, 405, 410, 413, 415, 422].includes(status);
  return { ok: false, isFinal, code: `http_${status}` };
}

/** How an exception on the way counts: nobody has refused the message. */
export function judgeFault(error: unknown): Delivery {
  const { name, cause, code } = error as Error & { code?: unknown };
  if (name === 'TimeoutError') return { ok: false, isFinal: false, code: 'timeout' };
  const known = [code, (cause as { code?: unknown } | undefined)?.code].find((each) => typeof each === 'string');
  return { ok: false, isFinal: false, code: shorten(typeof known === 'string' ? known : 'fault') };
}

function shorten(code: string): string {
  return code.replaceAll(/[^A-Za-z0-9_]/g, '').slice(0, 40) || 'fault';
}
