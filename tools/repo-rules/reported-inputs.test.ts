import { expect, test } from 'vitest';
import { REPORTED_INPUTS, reportedInputsAreTested } from './reported-inputs.ts';
import { sampleTree } from './tree.ts';

test('finds a reported input whose id is in the name of no test', () => {
  const tree = sampleTree({
    'server/src/a.test.ts': "it('[8-a] pays again', () => {});\n",
    'web/src/b.screen.test.tsx': "it.each([['[8-c]', 1]])('%s is shown', () => {});\n",
    'e2e/c.spec.ts': "test('[12-a] goes on', () => {});\n",
    'server/src/d.ts': '// [9-a]\n',
  });
  expect(reportedInputsAreTested(['8-a', '8-c', '12-a', '9-a']).find(tree)).toEqual(['no test is named [9-a]']);
});

test('holds each id once', () => {
  expect(REPORTED_INPUTS).toHaveLength(68);
  expect(new Set(REPORTED_INPUTS).size).toBe(68);
});
