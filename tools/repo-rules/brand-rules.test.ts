import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brandsAreFit, textPairsAreChecked } from './brand-rules.ts';
import { readTree, sampleTree } from './tree.ts';

const ROOT = join(import.meta.dirname, '../..');

test('a brand that cannot be imported breaks the tree, one that can does not', () => {
  const tree = readTree(ROOT);
  const paths = tree.paths.filter((path) => /^(brands\/tui\/|texts\/|web\/src\/ui\/tokens\.css$)/.test(path));
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(ROOT, path))]));
  expect(brandsAreFit.find(sampleTree(files))).toEqual([]);
  const bad = { ...files, 'brands/tui/texts/enAU.json': '{"cards:nothing":"x"}', 'brands/tui/hero.svg': '' };
  expect(brandsAreFit.find(sampleTree(bad))).toEqual(
    expect.arrayContaining([
      'brands/tui/texts/enAU.json: cards:nothing: is no text of the product',
      'brands/tui/hero.svg: is not an SVG picture',
    ]),
  );
});

test('a pair of colours whose contrast nobody checks breaks the tree', () => {
  const tokens = {
    'web/src/ui/tokens.css': ':root { --mark: #fff; --brand: #000; --on-brand: #fff; --surface: #fff; }',
  };
  const bad = { ...tokens, 'web/src/a.css': '/* a */ .a { color: var(--mark); background: var(--surface); }' };
  expect(textPairsAreChecked.find(sampleTree(bad))).toEqual([
    'web/src/a.css: --mark on --surface is not in contract/src/brands/token-pairs.ts',
  ]);
  const good = {
    'web/src/a.css': '.a {\n  background-color: var(--brand);\n  color: var(--on-brand);\n}\n.b { color: red; }',
  };
  expect(textPairsAreChecked.find(sampleTree(good))).toEqual([]);
});
