import { expect, test } from 'vitest';
import { drawFeatures, featuresAreATree, featuresAreDrawn, withDrawing } from './feature-tree.ts';
import { sampleTree } from './tree.ts';

const server = (file: string) => `server/src/features/${file}`;

/** Cards and messages import brands, and store imports cards; `more` is added. */
const treeWith = (more: Readonly<Record<string, string>> = {}) =>
  sampleTree({
    [server('store/store.routes.ts')]: "import { cards } from '../cards/public.ts';\n",
    [server('cards/home/cards.store.ts')]: "import type { Brand } from '../../brands/public.ts';\n",
    [server('messages/public.ts')]: "import { brand } from '../brands/public.ts';\n",
    [server('brands/public.ts')]: 'export const brand = 1;\n',
    ...more,
  });

const DRAWN = `server
 3  store
 2  cards, messages
 1  brands
`;

test('draws each feature above all that it imports', () => {
  expect(drawFeatures(treeWith())).toContain(DRAWN);
  expect(featuresAreATree.find(treeWith())).toEqual([]);
});

test.each([
  ["import type { Card } from '../store/public.ts';\n", 'a type'],
  ["export { card } from '../store/public.ts';\n", 'an export'],
  ["const card = () => import('../store/public.ts');\n", 'a lazy import'],
])('refuses a circle of folders that is closed by %s', (text) => {
  const tree = treeWith({ [server('brands/late.ts')]: text });
  expect(featuresAreATree.find(tree)).toEqual(['server: brands, cards, store']);
  expect(drawFeatures(tree)).toContain(' 2  messages\n 1  (circle: brands, cards, store)\n');
});

test('refuses a circle of the web, through a listed part too', () => {
  const web = (file: string) => `web/src/features/${file}`;
  const tree = treeWith({
    [web('home/home.screen.tsx')]: "import { Picture } from '../cards/picture.part.tsx';\n",
    [web('cards/picture.part.tsx')]: "const ready = () => import('../home/ready.part.tsx');\n",
  });
  expect(featuresAreATree.find(tree)).toEqual(['web: cards, home']);
});

test('takes no test for a part of a feature', () => {
  const tree = treeWith({ [server('brands/brand.test.ts')]: "import { a } from '../store/public.ts';\n" });
  expect(featuresAreATree.find(tree)).toEqual([]);
});

test('refuses a page whose drawing is of before', () => {
  const page = '# Architecture\n\n<!-- features: drawn by npm run features -->\n<!-- /features -->\n\nMore\n';
  const fresh = withDrawing(page, drawFeatures(treeWith()));
  expect(fresh).toContain(DRAWN);
  expect(fresh.endsWith('<!-- /features -->\n\nMore\n')).toBe(true);
  expect(featuresAreDrawn.find(treeWith({ 'docs/architecture.md': fresh }))).toEqual([]);
  const moved = treeWith({ 'docs/architecture.md': fresh, [server('fees/public.ts')]: '' });
  expect(featuresAreDrawn.find(moved)).toEqual(['docs/architecture.md: draw it anew with npm run features']);
});
