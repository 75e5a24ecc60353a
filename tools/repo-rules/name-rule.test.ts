import { expect, test } from 'vitest';
import { namesAreTyped } from './name-rule.ts';
import { sampleTree } from './tree.ts';

test('finds names that are cast, and no other cast', () => {
  const tree = sampleTree({
    'contract/src/rules/typed-names.ts': 'export const namesOf = (o: object) => Object.keys(o) as string[];\n',
    'web/src/a.ts': 'export const a = Object.keys(fields) as Name[];\n',
    'web/src/b.tsx': 'export const b = Object.fromEntries(all.map((one) => [one, 1])) as Record<Name, 1>;\n',
    'server/src/c.ts': 'export const c = Object.keys(FIELDS).filter(isAsked) as unknown as Name[];\n',
    'desk-web/src/d.ts': 'export const d = SHAPES[kind as keyof typeof SHAPES];\n',
    'web/src/e.ts': 'export const e = Object.entries(values as Record<string, string>);\n',
    'web/src/f.ts': 'export const f = [kind as Kind, rows[0] as Row, Object.keys(a).length] as const;\n',
    'web/src/g.test.ts': 'export const g = Object.keys(fields) as Name[];\n',
  });
  expect(namesAreTyped.find(tree)).toEqual([
    'web/src/a.ts: Object.keys(…) as …',
    'web/src/b.tsx: Object.fromEntries(…) as …',
    'server/src/c.ts: Object.keys(…) as …',
    'desk-web/src/d.ts: [… as …]',
  ]);
});
