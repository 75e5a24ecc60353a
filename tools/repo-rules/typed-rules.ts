import { walk } from './syntax.ts';
import { isTest, type Rule } from './tree.ts';

type Node = { readonly type: string; readonly [key: string]: unknown };

/** Where text that people type, send or put into files is read. */
const PLACES = ['contract/src/', 'web/src/', 'desk-web/src/', 'server/src/features/', 'server/src/commands/desk/'];

/** Files that fold by themselves, each with its reason. */
export const OWN_FOLDS: Readonly<Record<string, string>> = {
  'contract/src/rules/typed-text.ts': 'the module',
  'contract/src/rules/plain-latin.ts': 'part of the module: Latin letters',
  'contract/src/rules/name-on-card.ts': 'part of the module: names on cards',
  'contract/src/rules/direct-entry.ts': 'part of the module: texts of payments',
  'contract/src/rules/languages.ts': 'header of a browser',
  'server/src/commands/desk/table.view.ts': 'lines that are printed',
  'server/src/features/brands/css-blocks.domain.ts': 'CSS',
  'server/src/features/brands/picture.domain.ts': 'SVG',
  'server/src/features/brands/stylesheet.domain.ts': 'CSS',
  'server/src/features/brands/wording.domain.ts': 'texts of a brand',
  'server/src/features/identity/kyc/kyc-case.ts': 'hashes that are stored',
  'server/src/features/reconciliation/camt-statement.domain.ts': 'fields of a statement of the bank',
  'server/src/features/reconciliation/adyen-settlement.domain.ts': 'columns of a report of a gateway',
  'server/src/features/reconciliation/column-statement.domain.ts': 'columns of a statement of the bank',
  'server/src/features/reconciliation/read-statements.ts': 'lines of a statement of the bank',
  'server/src/features/security-questions/answers.ts': 'hashes of earlier folds',
  'server/src/features/settlement/answers/match-return.domain.ts': 'fields of a bank file',
  'server/src/features/settlement/answers/read-answers.ts': 'a state file',
  'server/src/features/settlement/formats/direct-entry-reader.domain.ts': 'lines of a bank file',
  'server/src/features/settlement/formats/fixed-width.domain.ts': 'fields of a bank file',
  'server/src/features/transactions/merchant-name.domain.ts': 'names that the network sends',
  'server/src/features/transactions/search/search-words.domain.ts': 'words of the index, which are stored',
  'server/src/features/transfers/paying-account.ts': 'the payer in a bank file',
  'web/src/features/access/this-device.ts': 'header of a browser',
  'web/src/features/identity/increase-limit/consent.screen.tsx': 'a text of ours',
  'web/src/features/sandbox/inbox-message.tsx': 'a text of ours',
};

const FOLDS = ['trim', 'trimStart', 'trimEnd', 'normalize'];

/** One fold for all: what one place trims, compares or drops otherwise locks people out elsewhere. */
export const typedTextIsFoldedOnce: Rule = {
  name: 'typed text is trimmed and folded by contract/src/rules/typed-text.ts alone',
  find: (tree) => [
    ...Object.keys(OWN_FOLDS)
      .filter((path) => tree.paths.includes('contract/src/rules/typed-text.ts') && !tree.paths.includes(path))
      .map((path) => `${path}: is not there any more`),
    ...tree.paths
      .filter((path) => PLACES.some((place) => path.startsWith(place)) && /\.tsx?$/.test(path))
      .filter((path) => !isTest(path) && !Object.hasOwn(OWN_FOLDS, path))
      .flatMap((path) => foldsIn(path, tree.text(path)).map((fold) => `${path}: ${fold}()`)),
  ],
};

function foldsIn(path: string, text: string): string[] {
  if (!FOLDS.some((fold) => text.includes(`.${fold}(`))) return [];
  const found: string[] = [];
  walk(path, text, (node) => {
    if (node.type !== 'CallExpression') return;
    const callee = node['callee'] as Node;
    const member = callee.type === 'OptionalChainingExpression' ? (callee['base'] as Node) : callee;
    if (member.type !== 'MemberExpression') return;
    const name = String((member['property'] as Node)['value']);
    if (FOLDS.includes(name)) found.push(name);
  });
  // `text?.trim()` is another kind of node, so the text itself is asked where no call was found.
  return found.length > 0 ? found : FOLDS.filter((fold) => text.includes(`?.${fold}(`));
}
