import type { LiveMessage } from '@wattle/contract/live/live.ts';
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

it('reads an event from wherever its bytes were cut', async () => {
  const { messages } = await read('data: {"Kind":"re', 'ady"}\n', '\ndata: {"Kind":"changed"}\n\nda');
  expect(messages).toEqual([{ Kind: 'ready' }, { Kind: 'changed' }]);
});

it('reads lines that end with CR and LF, and data of more than one line', async () => {
  const { messages } = await read('data: {"Kind":\r\ndata: "changed"}\r', '\n\r\n', 'data: {"Kind":"ready"}\r\n\r\n');
  expect(messages).toEqual([{ Kind: 'changed' }, { Kind: 'ready' }]);
});

it('gives up a stream whose line does not end', async () => {
  await expect(read('data: ', 'x'.repeat(65_536), '\n\ndata: {"Kind":"ready"}\n\n')).rejects.toThrow('buffer');
});

it('takes a comment for a sign of life and nothing else', async () => {
  expect(await read(':\n\n', ':\n\n')).toEqual({ messages: [], signs: 2 });
});

it('passes over what it does not understand', async () => {
  const { messages } = await read(
    'data: not JSON\n\n',
    'event: other\n\n',
    'data: 7\n\n',
    'data: {"Kind":"changed"}\n\n',
  );
  expect(messages).toEqual([{ Kind: 'changed' }]);
});
