import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from './http-json.ts';
import type { MessageReceipt, ReadReceipts } from './receipt.ts';
import { isSignedWebhook, signWebhook, type WebhookHeaders } from './standard-webhooks.ts';

const REASONS = [
  'badAddress',
  'optedOut',
  'blocked',
  'unreachable',
  'mailboxFull',
  'complained',
  'suppressed',
  'unserved',
  'ours',
  'unknown',
] as const;

const shape = z.object({
  messageId: z.uuid(),
  state: z.enum(['onItsWay', 'delivered', 'undelivered', 'complained']),
  reason: z.enum(REASONS).optional(),
  isForGood: z.boolean(),
});

export type SandboxReceipt = Omit<MessageReceipt, 'id' | 'providerId'> & { readonly messageId: string };

/** Key of a sandbox for its receipts, which its simulator shares. It is made when it is first needed. */
function keyOf(dataFolder: string): Uint8Array {
  const file = path.join(dataFolder, 'sandbox-receipts.key');
  if (!existsSync(file)) {
    mkdirSync(dataFolder, { recursive: true });
    try {
      writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
    } catch {
      // Another process has just made it.
    }
  }
  return readFileSync(file);
}

/** Reads receipts as the simulator sends them: one in a body, signed by Standard Webhooks. */
export function openSandboxReceipts(dataFolder: string): ReadReceipts {
  return ({ headers, rawBody, nowMs }) => {
    if (!isSignedWebhook([keyOf(dataFolder)], headers, rawBody, nowMs)) return undefined;
    const read = shape.safeParse(parseJson(rawBody));
    return read.success ? [{ id: String(headers['webhook-id']), ...read.data }] : [];
  };
}

/** A receipt as the simulator sends it. */
export function signSandboxReceipt(
  dataFolder: string,
  id: string,
  receipt: SandboxReceipt,
  nowMs: number,
): { readonly headers: WebhookHeaders; readonly body: string } {
  const body = JSON.stringify(receipt);
  return { headers: signWebhook(keyOf(dataFolder), id, nowMs, body), body };
}
