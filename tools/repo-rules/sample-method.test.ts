import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { expect, test } from 'vitest';

const MOST_FILES = 14;
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const filesIn = (path: string) => readdirSync(new URL(`../../${path}`, import.meta.url));

/** Files that the sample of a payment method, each payment of which is a call, would add or change in the product. */
function filesOfSample(): readonly string[] {
  const onServer = read('server/src/tests/sample-method.test.ts');
  const onTheWeb = read('web/test-support/alias/alias.method.tsx');
  const lists = [...onServer.matchAll(/vi\.doMock\('([^']+)'/g)].map(([, path]) => path ?? '');
  const whole = [
    'alias.ts of the contract',
    ...filesIn('server/test-support/alias'),
    ...filesIn('web/test-support/alias'),
  ];
  const namespaces = new Set([...onTheWeb.matchAll(/^ {2}'(\w+):/gm)].map(([, name]) => name));
  const texts = [...namespaces].flatMap((name) => LANGUAGES.map((language) => `texts/${language}/${name}.json`));
  return [...lists, ...whole, 'web/src/features/transfers/methods.ts', 'a migration', ...texts];
}

test(`a payment method that the bank carries out by calls costs ${MOST_FILES} files at most`, () => {
  const files = filesOfSample();
  expect(files).toEqual([
    '@wattle/contract/rules/payment-method-list.ts',
    '@wattle/contract/transfers/method-calls.ts',
    '../compose/payment-methods.ts',
    '../outside/outside.ts',
    'alias.ts of the contract',
    'alias.bank.ts',
    'alias.method.ts',
    'alias.method.tsx',
    'web/src/features/transfers/methods.ts',
    'a migration',
    'texts/enAU/transfers.json',
    'texts/zhCN/transfers.json',
    'texts/enAU/validation.json',
    'texts/zhCN/validation.json',
  ]);
  expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  expect(read('docs/payment-methods.md')).toContain(`That is ${files.length} files`);
});
