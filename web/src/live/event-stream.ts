import type { LiveMessage } from '@wattle/contract/live/live.ts';

/** Reads a `text/event-stream` until it ends: `onSign` at any bytes, comments too, `onMessage` at each event. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
  onMessage: (message: LiveMessage) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let waiting = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    const frames = (waiting + decoder.decode(value, { stream: true })).split('\n\n');
    waiting = frames.pop() ?? '';
    for (const frame of frames) {
      const message = messageOf(frame);
      if (message) onMessage(message);
    }
  }
}

/** Null for a comment, and for what a newer server says. */
function messageOf(frame: string): LiveMessage | null {
  if (!frame.startsWith('data: ')) return null;
  try {
    const value: unknown = JSON.parse(frame.slice('data: '.length));
    return typeof value === 'object' && value !== null && 'Kind' in value ? (value as LiveMessage) : null;
  } catch {
    return null;
  }
}
