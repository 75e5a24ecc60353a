import { expect, test } from 'vitest';
import { closureOf, type Graph, shareFiles } from './share-files.ts';

type Module = { readonly imports?: readonly string[]; readonly lazy?: readonly string[]; readonly size?: number };

function graphOf(modules: Readonly<Record<string, Module>>): Graph {
  return {
    importsOf: (id) => modules[id]?.imports ?? [],
    lazyImportsOf: (id) => modules[id]?.lazy ?? [],
    sizeOf: (id) => modules[id]?.size ?? 100,
  };
}

/** Modules that share a file, each file in the order of its names. */
function filesOf(modules: Readonly<Record<string, Module>>, placed: readonly ReadonlySet<string>[] = []) {
  const names = Map.groupBy(shareFiles(graphOf(modules), ['main.ts'], placed), ([, name]) => name);
  return [...names.values()].map((ids) => ids.map(([id]) => id).toSorted()).toSorted();
}

const MAIN = { lazy: ['one.screen.tsx', 'two.screen.tsx'] };

test('follows static imports, each module once', () => {
  const { importsOf } = graphOf({ a: { imports: ['b', 'c'] }, b: { imports: ['a'] }, c: { lazy: ['d'] } });
  expect([...closureOf(importsOf, ['a'])].toSorted()).toEqual(['a', 'b', 'c']);
});

test('shares what two pages use and leaves the rest with its page', () => {
  expect(
    filesOf({
      'main.ts': MAIN,
      'one.screen.tsx': { imports: ['both.ts', 'own.ts'] },
      'two.screen.tsx': { imports: ['both.ts'] },
    }),
  ).toEqual([['both.ts']]);
});

test('joins small files of nearly the same pages, and leaves what is in a file already', () => {
  const lazy = ['one.screen.tsx', 'two.screen.tsx', 'three.screen.tsx'];
  const modules = {
    'main.ts': { lazy },
    'one.screen.tsx': { imports: ['all.ts', 'some.ts', 'placed.ts'] },
    'two.screen.tsx': { imports: ['all.ts', 'some.ts', 'placed.ts'] },
    'three.screen.tsx': { imports: ['all.ts'] },
    'some.ts': { size: 11_000 },
  };
  // Two pages save a request, worth 6,000 characters each; the third loads 11,000 needlessly.
  expect(filesOf(modules, [new Set(['placed.ts'])])).toEqual([['all.ts', 'some.ts']]);
  expect(filesOf({ ...modules, 'some.ts': { size: 13_000 } }, [new Set(['placed.ts'])])).toEqual([
    ['all.ts'],
    ['some.ts'],
  ]);
});

test('counts what a file brings along', () => {
  const modules = {
    'main.ts': { lazy: ['one.screen.tsx', 'two.screen.tsx', 'three.screen.tsx'] },
    'one.screen.tsx': { imports: ['all.ts', 'some.ts'] },
    'two.screen.tsx': { imports: ['all.ts', 'some.ts'] },
    'three.screen.tsx': { imports: ['all.ts'] },
    // Small itself, but a page that loads it also loads its imports.
    'some.ts': { imports: ['deep.ts'] },
    'deep.ts': { size: 50_000 },
  };
  expect(filesOf(modules, [new Set(['deep.ts'])])).toEqual([['all.ts'], ['some.ts']]);
});

test('joins no files that would import themselves by way of a third', () => {
  const pages = ['one.screen.tsx', 'two.screen.tsx'];
  const modules = {
    'main.ts': { lazy: [...pages, 'three.screen.tsx'] },
    'one.screen.tsx': { imports: ['top.ts'] },
    'two.screen.tsx': { imports: ['top.ts'] },
    'three.screen.tsx': { imports: ['ground.ts'] },
    'top.ts': { imports: ['group.ts'] },
    'group.ts': { imports: ['ground.ts'] },
  };
  // The group separates them: with it in its file, top and ground cannot share one.
  expect(filesOf(modules, [new Set(['group.ts'])])).toEqual([['ground.ts'], ['top.ts']]);
});

test('gives the styles of a screen that is opened most a place beside those that it shares', () => {
  expect(
    filesOf({
      'main.ts': { lazy: ['/store.screen.tsx', 'two.screen.tsx'] },
      '/store.screen.tsx': { imports: ['store.css', 'both.css'] },
      'two.screen.tsx': { imports: ['both.css', 'two.css'] },
    }),
  ).toEqual([['both.css', 'store.css']]);
});
