import { expect, test } from 'vitest';
import { textFieldsAreShared } from './field-rules.ts';
import { sampleTree } from './tree.ts';

test('finds text that a field cuts, native dates and text controls outside the shared fields', () => {
  const tree = sampleTree({
    'web/src/features/a.screen.tsx': 'export const A = () => <Field id="a" maxLength={5} />;\n',
    'web/src/features/b.screen.tsx': 'export const B = () => <Field id="b" type="date" />;\n',
    'web/src/features/c.screen.tsx': 'export const C = () => <input id="c" />;\n',
    'web/src/features/d.screen.tsx': 'export const D = () => <textarea id="d" />;\n',
    'web/src/features/e.screen.tsx': 'export const E = () => <input type="checkbox" />;\n',
    'web/src/ui/fields/field.tsx': 'export const F = () => <input type={type} />;\n',
  });
  expect(textFieldsAreShared.find(tree)).toEqual([
    'web/src/features/a.screen.tsx: maxLength of Field',
    'web/src/features/b.screen.tsx: Field of the type date',
    'web/src/features/c.screen.tsx: a input of its own',
    'web/src/features/d.screen.tsx: a textarea of its own',
  ]);
});
