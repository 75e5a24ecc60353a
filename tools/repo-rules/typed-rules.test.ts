import { expect, test } from 'vitest';
import { sampleTree } from './tree.ts';
import { typedTextIsFoldedOnce } from './typed-rules.ts';

test('finds typed text that is trimmed or folded outside of its module', () => {
  const tree = sampleTree({
    'web/src/features/reset/a.tsx': "export const isEmpty = (typed: string) => typed.trim() === '';\n",
    'server/src/features/issuing/b.ts': 'export const values = (line?: string) => line?.trimEnd();\n',
    'contract/src/c.ts': 'export const name = z.string().check(z.trim(), z.regex(/^[a-z]+$/));\n',
    'server/src/commands/desk/d.ts': "const folded = (text: string) => text.normalize('NFKC');\n",
    'server/src/features/issuing/e.ts': 'const kept = lineText(typed); // never typed.trim()\n',
    'server/src/http/f.ts': "const parts = header.split(',').map((part) => part.trim());\n",
    'web/src/features/reset/a.test.ts': "expect(text.trim()).toBe('');\n",
  });
  expect(typedTextIsFoldedOnce.find(tree)).toEqual([
    'web/src/features/reset/a.tsx: trim()',
    'server/src/features/issuing/b.ts: trimEnd()',
    'contract/src/c.ts: trim()',
    'server/src/commands/desk/d.ts: normalize()',
  ]);
});

test('finds an exception for a file that is gone', () => {
  const tree = sampleTree({ 'contract/src/rules/typed-text.ts': 'export const a = 1;\n' });
  expect(typedTextIsFoldedOnce.find(tree)).toContain('web/src/features/access/this-device.ts: is not there any more');
});
