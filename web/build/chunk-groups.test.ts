import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NAMED_ENDS } from './chunk-groups.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The single ends that one with alternatives stands for: `(?:a|b).css` is `a.css` and `b.css`. */
function singles(end: string): string[] {
  const [, before = '', choices = '', after = ''] = /^(.*?)\(\?:([^()]*\|[^()]*)\)(?!\?)(.*)$/.exec(end) ?? [];
  return choices === '' ? [end] : choices.split('|').flatMap((choice) => singles(`${before}${choice}${after}`));
}

test('each name of a group is that of a file: one that was moved would fall out of its group unseen', () => {
  const files = execFileSync('git', ['ls-files', 'web', 'contract'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const ends = NAMED_ENDS.flatMap(singles).filter((end) => !/^(?:zod|react-query)\//.test(end));
  expect(ends.length).toBeGreaterThan(100);
  const missing = ends.filter((end) => {
    const pattern = new RegExp(`(?:^|/)(?:${end.replaceAll('.', String.raw`\.`)})$`);
    return !files.some((file) => pattern.test(file));
  });
  expect(missing).toEqual([]);
});
