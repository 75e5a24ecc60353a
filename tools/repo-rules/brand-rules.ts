import { inEachLanguage, type Language } from '@wattle/contract/rules/languages.ts';
import { checkBrandFiles } from '../../server/src/features/brands/brand-file.ts';
import { readProductTokens } from '../../server/src/features/brands/stylesheet.domain.ts';
import { TEXT_ON_GROUND } from '../../contract/src/brands/token-pairs.ts';
import type { Rule, Tree } from './tree.ts';

const TOKENS = 'web/src/ui/tokens.css';

function productTexts(tree: Tree, locale: Language): Record<string, string> {
  const found = tree.paths.flatMap((path) => {
    const feature = new RegExp(`^texts/${locale}/(\\w+)\\.json$`).exec(path)?.[1];
    if (feature === undefined) return [];
    const texts = JSON.parse(tree.text(path)) as Record<string, string>;
    return Object.entries(texts).map(([key, text]): [string, string] => [`${feature}:${key}`, text]);
  });
  return Object.fromEntries(found);
}

/** The same check as that of `npm run brands -- check`. */
export const brandsAreFit: Rule = {
  name: 'every brand of brands/ can be imported',
  find: (tree) => {
    const product = {
      texts: inEachLanguage((language) => productTexts(tree, language)),
      tokens: readProductTokens(tree.text(TOKENS)),
    };
    const folders = new Set(tree.paths.flatMap((path) => /^brands\/[^/]+(?=\/)/.exec(path) ?? []));
    return [...folders].flatMap((folder) => {
      const paths = tree.paths.filter((path) => path.startsWith(`${folder}/`));
      const files = new Map(paths.map((path) => [path.slice(folder.length + 1), tree.bytes(path)]));
      return checkBrandFiles(files, product).findings.map(
        ({ file, key, reason }) => `${folder}/${file}: ${key === '' ? reason : `${key}: ${reason}`}`,
      );
    });
  },
};

/** Colours of one rule of a stylesheet, if text and background are both a single token. */
const BLOCK = /[^{}]*\{([^{}]*)\}/g;
const TEXT = /(?:^|;)\s*color:\s*var\(--([\w-]+)\)/;
const GROUND = /(?:^|;)\s*background(?:-color)?:\s*var\(--([\w-]+)\)/;

export const textPairsAreChecked: Rule = {
  name: 'text and ground of a stylesheet stand among the pairs whose contrast a brand must keep',
  find: (tree) => {
    const tokens = new Set([...tree.text(TOKENS).matchAll(/--([\w-]+)\s*:/g)].map((match) => match[1]));
    return tree.paths
      .filter((path) => /^web\/src\/.*\.css$/.test(path))
      .flatMap((path) => {
        const css = tree.text(path).replaceAll(/\/\*[\s\S]*?\*\//g, '');
        return [...css.matchAll(BLOCK)].flatMap(([, body = '']) => {
          const [text, ground] = [TEXT.exec(body)?.[1], GROUND.exec(body)?.[1]];
          if (text === undefined || ground === undefined || !tokens.has(text)) return [];
          if (TEXT_ON_GROUND[ground]?.includes(text)) return [];
          return [`${path}: --${text} on --${ground} is not in contract/src/brands/token-pairs.ts`];
        });
      });
  },
};
