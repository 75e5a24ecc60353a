import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const filesIn = (path: string) => readdirSync(new URL(`../../${path}`, import.meta.url));

test('a card processor costs its own folder and two files at most', () => {
  const onServer = read('server/src/tests/sample-processor.test.ts');
  const lists = [...onServer.matchAll(/vi\.doMock\('([^']+)'/g)].map(([, path]) => path ?? '');
  const files = [...filesIn('server/test-support/processors/sample'), ...lists, 'docs/integrate/processor-<name>.md'];
  expect(files).toEqual(['sample.ts', '../compose/processor-adapters.ts', 'docs/integrate/processor-<name>.md']);
  expect(read('docs/processors.md')).toContain(`That is ${files.length} files`);
});
