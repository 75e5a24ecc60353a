import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openSecretPrompt, PromptAborted } from './ask-secret.ts';

/** A terminal that is typed at, and what it shows. */
function givenTerminal() {
  const shown: string[] = [];
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  const ask = openSecretPrompt(input as unknown as NodeJS.ReadStream, {
    write: (text: string | Uint8Array) => shown.push(String(text)) > 0,
  });
  return { ask, shown, modes, type: (text: string) => input.write(text) };
}

describe('the prompt for a secret', () => {
  it('shows nothing of what is typed, and leaves the terminal as it was', async () => {
    const { ask, shown, modes, type } = givenTerminal();
    const typed = ask('Password: ');
    for (const letter of ['s', 'e', 'c', '\u007f', 'cret', '\r']) type(letter);
    expect(await typed).toBe('secret');
    expect([shown.join(''), modes]).toEqual(['Password: \n', [true, false]]);
  });

  it('begins anew with Ctrl-U, and leaves out keys that write nothing', async () => {
    const { ask, type } = givenTerminal();
    const typed = ask('');
    type('wrong\u0015ri\u0001ght\n');
    expect(await typed).toBe('right');
  });

  it('is left by Ctrl-C', async () => {
    const { ask, modes, type } = givenTerminal();
    const typed = ask('');
    type('half\u0003');
    await expect(typed).rejects.toThrow(PromptAborted);
    expect(modes).toEqual([true, false]);
  });

  it('reads one line after the other where the input is no terminal', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: false });
    input.end('first\r\nsecond\nthird');
    const ask = openSecretPrompt(input as unknown as NodeJS.ReadStream, { write: () => true });
    expect([await ask('a'), await ask('b'), await ask('c'), await ask('d')]).toEqual(['first', 'second', 'third', '']);
  });
});
