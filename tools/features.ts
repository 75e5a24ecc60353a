import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawFeatures, FEATURE_PAGE, importsOf, withDrawing } from './repo-rules/feature-tree.ts';
import { readTree } from './repo-rules/tree.ts';
import { ROOT } from './steps.ts';

/**
 * `npm run features`: draws the features by their imports into the page of the architecture. With names, prints what
 * these features import and what imports them, and writes nothing.
 */
const tree = readTree(ROOT);
const asked = process.argv.slice(2);
if (asked.length === 0) {
  const page = path.join(ROOT, FEATURE_PAGE);
  const drawing = drawFeatures(tree);
  writeFileSync(page, withDrawing(readFileSync(page, 'utf8'), drawing));
  console.log(drawing.match(/```text\n(.*)```/s)?.[1]);
}
for (const side of ['server', 'web'] as const) {
  const imports = importsOf(tree, side);
  for (const feature of asked.filter((name) => imports.has(name))) {
    const users = [...imports].filter(([, used]) => used.has(feature)).map(([name]) => name);
    console.log(`${side}: ${feature}`);
    console.log(`  imports      ${[...(imports.get(feature) ?? [])].toSorted().join(', ') || '–'}`);
    console.log(`  imported by  ${users.toSorted().join(', ') || '–'}`);
  }
}
