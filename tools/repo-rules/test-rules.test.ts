import { expect, test } from 'vitest';
import { testsAssert } from './test-rules.ts';
import { sampleTree } from './tree.ts';

test('finds a test that can end without an assertion, and an assertion that cannot fail', () => {
  const tree = sampleTree({
    'server/src/a.test.ts': `
      it.each([1, 2])('ends %s', (n) => {
        const kept = read(n);
        if (kept === undefined) return;
        expect(kept).toBe('a');
      });
      it('returns inside of a function of its own', () => {
        const visit = (n: number) => {
          if (n > 1) return;
          found.push(n);
        };
        expect(walk(visit)).toBe(2);
      });
      test('returns what it expects', () => expect(read(1)).toBe('a'));
      test('is sure', () => {
        expect(true).toBe(true);
        expect(\`\${read(1)}\`).toBe('a');
      });`,
    'e2e/support/receipt.ts': 'export const seeReceipt = (page: Page) => expect(page).toBeTruthy();\n',
    'e2e/b.spec.ts': `
      import { seeReceipt } from './support/receipt.ts';
      test.beforeEach(async ({ page }) => {
        if (page.isClosed()) return;
        await page.goto('/');
      });
      test('looks at nothing', async ({ page }) => {
        await page.goto('/');
      });
      test('looks by a helper', async ({ page }) => {
        await seeReceipt(page);
      });`,
    'server/src/c.ts': 'export const a = () => expect(1);\n',
  });
  expect(testsAssert.find(tree)).toEqual([
    'server/src/a.test.ts: "ends %s" can end before it asserts something',
    'server/src/a.test.ts: expects something of a literal',
    'e2e/b.spec.ts: "looks at nothing" asserts nothing',
  ]);
});
