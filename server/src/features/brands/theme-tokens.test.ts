import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readBlocks } from './css-blocks.domain.ts';

const TOKENS = new URL('../../../../web/src/ui/tokens.css', import.meta.url);
const NIGHT = '@media (prefers-color-scheme: dark)';

test.each([
  [":root:not([data-theme='light'])", ":root[data-theme='dark']"],
  [":where(:root:not([data-theme='light']))", ":where(:root[data-theme='dark'])"],
])('dark that was chosen in the app has the tokens of a dark device: %s', async (bySystem, chosen) => {
  const { blocks } = readBlocks(await readFile(TOKENS, 'utf8'));
  const tokensOf = (media: string, selector: string) =>
    blocks
      .filter((one) => one.media === media && one.selector === selector)
      .flatMap(({ declarations }) => declarations.map(({ property, text }) => `${property}: ${text}`));
  expect(tokensOf('', chosen)).toEqual(tokensOf(NIGHT, bySystem));
  expect(tokensOf('', chosen).length).toBeGreaterThan(8);
});
