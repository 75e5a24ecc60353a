import type { LiveMessage } from '@wattle/contract/live-updates/live-updates.ts';
import { Readable } from 'node:stream';

/** A reader that takes nothing for this long has left without closing the connection. */
const UNREAD_BYTES_MAX = 8_192;

/** One open stream and its session. */
export type LiveStream = {
  readonly tenantId: number;
  readonly sessionId: string;
  readonly body: Readable;
  say(message: LiveMessage): void;
  /** A comment: it keeps proxies from taking a quiet stream for a dead one. */
  heartbeat(): void;
  end(why: 'session' | 'server' | 'replaced'): void;
};

export function openLiveStream(
  { tenantId, sessionId }: { readonly tenantId: number; readonly sessionId: string },
  onClose: () => void,
): LiveStream {
  const body = new Readable({ read: () => undefined });
  body.once('close', onClose);
  // A browser that disconnects is not an error.
  body.on('error', () => undefined);

  let isOver = false;

  function push(text: string): void {
    if (isOver || body.destroyed) return;
    if (body.readableLength > UNREAD_BYTES_MAX) body.destroy();
    else body.push(text);
  }
  const say = (message: LiveMessage) => push(`data: ${JSON.stringify(message)}\n\n`);

  return {
    tenantId,
    sessionId,
    body,
    say,
    heartbeat: () => push(':\n\n'),
    end(why) {
      say({ Kind: 'end', Why: why });
      isOver = true;
      if (!body.destroyed) body.push(null);
      onClose();
    },
  };
}
