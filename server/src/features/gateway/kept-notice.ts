import type { GatewayNotice } from '../../outside/gateway/port.ts';
import type { Queue } from '../../platform/due-work/queue.ts';

/** A notice as JSON text, with cents as numbers. */
export type KeptNotice = { readonly notice: string };

/**
 * Received notices. They contain ids, amounts, and of cards the last digits, the gateway's fingerprint and the token of
 * one that is to be saved.
 */
export const NOTICES: Queue<KeptNotice> = { name: 'gateway.notice', clock: 'security' };

const CENTS: ReadonlySet<string> = new Set(['amount', 'fee']);

export function keptNotice(notice: GatewayNotice): KeptNotice {
  return { notice: JSON.stringify(notice, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)) };
}

export function noticeOf({ notice }: KeptNotice): GatewayNotice {
  return JSON.parse(notice, (key, value: unknown) =>
    CENTS.has(key) && typeof value === 'number' ? BigInt(value) : value,
  ) as GatewayNotice;
}
