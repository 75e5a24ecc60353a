import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommand } from './command.ts';
import { readProcessorCommand } from './processor-command.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const page = readFileSync(path.join(ROOT, 'docs/integrate/processor.md'), 'utf8');
const list = page.slice(page.indexOf('## Certification'), page.indexOf('## Going live'));

const lines = list
  .split('\n')
  .filter((line) => /^\| (?!what \||-)/.test(line))
  .map((line) => {
    const [what = '', command = '', tests = ''] = line.slice(2, -2).split(' | ');
    return { what, command, tests };
  });

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside);

/** Whether the simulator understands what is typed after `npm run sim --`. */
function isUnderstood(typed: string): boolean {
  const [kind, ...words] = (typed.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  if (kind === 'clock') return words[0] === '--forward';
  if (kind !== 'processor') return false;
  if (words[0] !== 'wattle') return readProcessorCommand(words).processor === words[0];
  // Sent as a purchase.
  const own: Readonly<Record<string, string>> = { authorise: 'purchase', NUMBER: '9036000000000017' };
  return readCommand(words.slice(1).map((word) => own[word] ?? word)) !== undefined;
}

/** Files of tests, each with the names that follow it in the text. */
function testsOf(text: string): readonly { readonly file: string; readonly names: string[] }[] {
  const found: { readonly file: string; readonly names: string[] }[] = [];
  for (const word of quoted(text)) {
    if (/\.(test|spec)\.ts$/.test(word)) found.push({ file: word, names: [] });
    else if (!word.startsWith('npm run')) found.at(-1)?.names.push(word);
  }
  return found;
}

describe('the certification list (docs/integrate/processor.md)', () => {
  it('has commands and tests', () => {
    expect(lines.length).toBeGreaterThan(60);
    expect(lines.filter(({ command, tests }) => command === '' || tests === '')).toEqual([]);
  });

  it.each(lines)('names commands that the simulator understands, and tests that are there: $what', (line) => {
    const { command, tests } = line;
    const commands = quoted(command).flatMap((typed) => /^npm run sim -- (.*)$/.exec(typed)?.[1] ?? []);
    expect(commands.filter((typed) => !isUnderstood(typed))).toEqual([]);
    for (const { file, names } of testsOf(tests)) {
      const place = path.join(ROOT, file.startsWith('e2e/') ? '' : 'server/src', file);
      const text = existsSync(place) ? readFileSync(place, 'utf8') : '';
      expect({ file, missing: names.filter((name) => !text.includes(name)), isThere: text !== '' }).toEqual({
        file,
        missing: [],
        isThere: true,
      });
    }
  });
});
