import { expect, test } from 'vitest';
import { openProgress } from './progress.ts';

function given(isTTY: boolean) {
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  return { progress: openProgress({ write, isTTY }), written: () => written };
}

test('a terminal shows a bar that makes room for each line and goes in the end', () => {
  const { progress, written } = given(true);
  progress.part(0.5);
  progress.say('✓ 1/2');
  progress.end();
  const bar = `${'█'.repeat(20)}${'░'.repeat(20)} 50 %, 0 s`;
  const clear = '\r\u001b[2K';
  expect(written()).toBe(`${clear}${bar}${clear}✓ 1/2\n${clear}${bar}${clear}`);
});

test('what is piped has lines and no bar', () => {
  const { progress, written } = given(false);
  progress.part(0.5);
  progress.say('✓ 1/2');
  progress.end();
  expect(written()).toBe('✓ 1/2\n');
});
