/** Asks for something that no one else should see. */
export type AskSecret = (prompt: string) => Promise<string>;

/** Ctrl-C at the prompt. */
export class PromptAborted extends Error {}

type Input = NodeJS.ReadStream;
type Output = Pick<NodeJS.WriteStream, 'write'>;

const ENTER = /[\r\n]/;

/**
 * Reads secrets from a terminal without showing them, or line by line from any other input. They are never arguments,
 * because the history of the shell and the list of processes show those.
 */
export function openSecretPrompt(input: Input, output: Output): AskSecret {
  let rest = '';
  return async (prompt) => {
    if (!input.isTTY) {
      const { line, after } = await readLine(input, rest);
      rest = after;
      return line;
    }
    output.write(prompt);
    input.setRawMode(true);
    try {
      return await readHidden(input);
    } finally {
      input.setRawMode(false);
      input.pause();
      output.write('\n');
    }
  };
}

async function readLine(input: Input, before: string): Promise<{ line: string; after: string }> {
  let text = before;
  if (!text.includes('\n')) {
    for await (const chunk of input.iterator({ destroyOnReturn: false })) {
      text += String(chunk);
      if (text.includes('\n')) break;
    }
  }
  const at = text.indexOf('\n');
  const line = at < 0 ? text : text.slice(0, at);
  return { line: line.replace(/\r$/, ''), after: at < 0 ? '' : text.slice(at + 1) };
}

/** Understands backspace, Ctrl-U, Ctrl-C and Ctrl-D; other control characters are left out. */
function readHidden(input: Input): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (settle: () => void) => {
      input.off('data', onData);
      settle();
    };
    const onData = (chunk: Buffer) => {
      for (const letter of chunk.toString('utf8')) {
        if (letter === '\u0003' || letter === '\u0004') return end(() => reject(new PromptAborted('aborted')));
        if (ENTER.test(letter)) return end(() => resolve(typed));
        if (letter === '\u007f' || letter === '\b') typed = [...typed].slice(0, -1).join('');
        else if (letter === '\u0015') typed = '';
        else if (letter >= ' ') typed += letter;
      }
    };
    input.on('data', onData);
    input.resume();
  });
}
