/** Lines of a report, and a bar under them where a person watches; piped, there are only lines. */
export type Progress = {
  say(line: string): void;
  /** How much is done, between 0 and 1. */
  part(done: number): void;
  /** Removes the bar. */
  end(): void;
};

const WIDTH = 40;
const CLEAR_LINE = '\r\u001b[2K';

export function openProgress(output: { write(text: string): unknown; isTTY?: boolean }): Progress {
  if (!output.isTTY) return { say: (line) => void output.write(`${line}\n`), part: () => {}, end: () => {} };
  let drawn = '';
  const begunAt = performance.now();
  const draw = (bar: string) => {
    if (bar === drawn) return;
    output.write(`${CLEAR_LINE}${bar}`);
    drawn = bar;
  };
  return {
    say(line) {
      const bar = drawn;
      draw('');
      output.write(`${line}\n`);
      draw(bar);
    },
    part(done) {
      const filled = Math.round(done * WIDTH);
      const seconds = Math.round((performance.now() - begunAt) / 1000);
      draw(`${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${Math.floor(done * 100)} %, ${seconds} s`);
    },
    end: () => draw(''),
  };
}
