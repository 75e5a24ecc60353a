import type { LiveMessage } from '@wattle/contract/live-updates/live-updates.ts';
import { expect, it, vi } from 'vitest';
import { readEvents } from './event-stream.ts';

async function read(...chunks: readonly string[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  const messages: LiveMessage[] = [];
  const onSign = vi.fn<() => void>();
  await readEvents(body, onSign, (message) => messages.push(message));
  return { messages, signs: onSign.mock.calls.length };
}

it('parses an event split at any byte', async () => {
  const { messages } = await read('data: {"Kind":"re', 'ady"}\n', '\ndata: {"Kind":"changed"}\n\nda');
  expect(messages).toEqual([{ Kind: 'ready' }, { Kind: 'changed' }]);
});

it('parses lines with CRLF, and data of several lines', async () => {
  const { messages } = await read('data: {"Kind":\r\ndata: "changed"}\r', '\n\r\n', 'data: {"Kind":"ready"}\r\n\r\n');
  expect(messages).toEqual([{ Kind: 'changed' }, { Kind: 'ready' }]);
});

it('closes a stream with an endless line', async () => {
  await expect(read('data: ', 'x'.repeat(65_536), '\n\ndata: {"Kind":"ready"}\n\n')).rejects.toThrow('buffer');
});

it('takes a comment as a sign of life only', async () => {
  expect(await read(':\n\n', ':\n\n')).toEqual({ messages: [], signs: 2 });
});

it('ignores unknown input', async () => {
  const { messages } = await read(
    'data: not JSON\n\n',
    'event: other\n\n',
    'data: 7\n\n',
    'data: {"Kind":"changed"}\n\n',
  );
  expect(messages).toEqual([{ Kind: 'changed' }]);
});
