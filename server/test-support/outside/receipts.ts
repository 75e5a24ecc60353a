import { randomUUID } from 'node:crypto';
import { type SandboxReceipt, signSandboxReceipt } from '../../src/outside/sandbox-receipts.ts';
import type { TestApp } from '../app.ts';

const PATHS = { sms: 'sms-receipts', email: 'mail-notices' } as const;

/** Posts a receipt as the provider of the sandbox does. Returns the status. */
export async function postReceipt(
  { app, ctx }: TestApp,
  programme: number | string,
  channel: keyof typeof PATHS,
  receipt: SandboxReceipt,
  given: { readonly id?: string; readonly signature?: string; readonly atMs?: number } = {},
): Promise<number> {
  const atMs = given.atMs ?? ctx.clocks.security.now();
  const { headers, body } = signSandboxReceipt(ctx.config.dataFolder, given.id ?? randomUUID(), receipt, atMs);
  const answer = await app.inject({
    method: 'POST',
    url: `/network/${PATHS[channel]}/${programme}`,
    headers: { ...headers, ...(given.signature !== undefined && { 'webhook-signature': given.signature }) },
    payload: body,
  });
  return answer.statusCode;
}

/** The messages to a holder, the oldest first. */
export function messagesTo({ ctx }: TestApp, holderId: bigint) {
  return ctx.asOwner<{
    id: bigint;
    message_id: string;
    channel: 'email' | 'sms';
    template: string;
    delivered_at: Date | null;
    arrived_at: Date | null;
    undelivered_reason: string | null;
    dead_at: Date | null;
  }>('SELECT * FROM outbox_message WHERE holder_id = $1 ORDER BY id', [holderId]);
}
