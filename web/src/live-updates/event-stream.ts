import type { LiveMessage } from '@wattle/contract/live-updates/live-updates.ts';
import { createParser } from 'eventsource-parser';

/** Events of the server have a few dozen bytes. A stream without line ends is not from our server. */
const BUFFERED_MOST = 64 * 1024;

/**
 * Reads a `text/event-stream` until it ends. Calls `onSign` for any bytes, including comments, and `onMessage` for each
 * event. Throws if an event is too long.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
  onMessage: (message: LiveMessage) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: BUFFERED_MOST,
    onEvent({ data }) {
      const message = messageOf(data);
      if (message) onMessage(message);
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
  });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/** Parses an event; null for one of a newer server. */
function messageOf(data: string): LiveMessage | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && 'Kind' in value ? (value as LiveMessage) : null;
  } catch {
    return null;
  }
}
