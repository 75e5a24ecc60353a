import { expect, test } from 'vitest';
import { noRealCardNumber } from './card-number-rule.ts';
import { publicFunctionsAreDescribed } from './docstring-rule.ts';
import { everyJobIsStarted } from './due-rules.ts';
import { formatsAreMadeOnce, noLiteralText, nothingIsHiddenByColour } from './screen-rules.ts';
import {
  driverInternalsStandInOneFile,
  noDatabaseTime,
  limitedLocksAreReadOnce,
  offsetZeroHasAName,
  sqlInStores,
  tablesAreWrittenByTheirFeature,
} from './sql-rules.ts';
import {
  localesHaveSameKeys,
  messageKeysHaveTexts,
  noLanguageIsNamed,
  placeholdersAgree,
  usedKeysExist,
  wordsOutliveNoState,
} from './text-rules.ts';
import { sampleTree } from './tree.ts';

const SELECT = 'await tx.query(`SELECT id FROM card`);\n';

test('finds SQL outside a store', () => {
  const tree = sampleTree({
    'server/src/features/cards/list.route.ts': SELECT,
    'server/src/features/cards/card.store.ts': SELECT,
  });
  expect(sqlInStores.find(tree)).toEqual(['server/src/features/cards/list.route.ts: SELECT id FROM card']);
});

test('takes an English sentence for no SQL', () => {
  const tree = sampleTree({
    'server/src/http/a.ts': "const text = 'Update your browser'; const other = 'With love';\n",
  });
  expect(sqlInStores.find(tree)).toEqual([]);
});

test('finds the time of the database in the SQL of a feature, and lets a clock be asked', () => {
  const tree = sampleTree({
    'server/src/features/cards/a.store.ts': 'tx.run(`UPDATE card SET off_at = now()`);\n',
    'server/src/ledger/b.ts': 'const due = `AND expires_at < CURRENT_TIMESTAMP`;\n',
    'server/src/features/cards/c.store.ts': 'tx.run(`UPDATE card SET off_at = $1`, [clocks.business.now()]);\n',
  });
  expect(noDatabaseTime.find(tree).map((finding) => finding.split(':')[0])).toEqual([
    'server/src/features/cards/a.store.ts',
    'server/src/ledger/b.ts',
  ]);
});

test('finds OFFSET 0 in SQL outside its constant', () => {
  const tree = sampleTree({
    'server/src/platform/database/keep-apart.ts': "export const KEEP_APART = 'OFFSET 0';\n",
    'server/src/features/cards/a.store.ts': 'const A = `SELECT (SELECT id FROM card WHERE id = $1 OFFSET 0) AS a`;\n',
    'server/src/features/cards/b.store.ts':
      '// OFFSET 0\nconst B = `SELECT (SELECT id FROM card ${KEEP_APART}) AS a`;\n',
  });
  expect(offsetZeroHasAName.find(tree)).toEqual(['server/src/features/cards/a.store.ts']);
});

test('rows that are locked up to a limit are not selected in IN', () => {
  const selection = 'SELECT id FROM a WHERE b < $1 LIMIT 5 FOR UPDATE SKIP LOCKED';
  const tree = sampleTree({
    'server/src/features/cards/a.store.ts': `export const A = \`DELETE FROM a WHERE id IN\n  (${selection})\`;`,
    'server/src/features/cards/b.store.ts': `export const B = \`DELETE FROM a WHERE id = ANY (ARRAY(${selection}))\`;`,
  });
  expect(limitedLocksAreReadOnce.find(tree)).toEqual(['server/src/features/cards/a.store.ts']);
});

test('finds a table that another feature writes', () => {
  const insert = 'tx.later(`INSERT INTO payment_out (tenant_id) VALUES ($1)`, [1]);\n';
  const tree = sampleTree({
    'server/src/features/settlement/payment-out.store.ts': insert,
    'server/src/features/transfers/payment-out.store.ts': insert,
    'server/src/features/returns/funds.store.ts': 'tx.first(`SELECT FROM payment_out`);\n',
  });
  expect(tablesAreWrittenByTheirFeature.find(tree)).toEqual([
    'server/src/features/transfers/payment-out.store.ts: payment_out is written by settlement',
  ]);
});

test('finds internals of the driver outside their file', () => {
  const cut = "import pg from 'pg';\nconst cut = (client: pg.Client) => client.connection.stream.destroy();\n";
  const tree = sampleTree({
    'server/src/platform/database/driver.ts': cut,
    'server/src/platform/database/broadcast.ts': cut,
    'ops/bench/record.ts': "import pg from 'pg';\nclass Recorded extends pg.Query {}\n",
    'tools/a.ts': "import Query from 'pg/lib/query.js';\n",
    'server/src/http/b.ts': 'const left = headers.connection;\n',
    'server/src/platform/c.ts': "import pg from 'pg';\nconst pool = new pg.Pool({ connectionTimeoutMillis: 1 });\n",
    'server/src/platform/d.ts': "import type pg from 'pg';\nfunction ask<Row extends pg.QueryResultRow>() {}\n",
  });
  expect(driverInternalsStandInOneFile.find(tree)).toEqual([
    'server/src/platform/database/broadcast.ts',
    'ops/bench/record.ts',
    'tools/a.ts',
  ]);
});

test('finds a job that no list names, and a list that is not among all', () => {
  const tree = sampleTree({
    'server/src/compose/due-jobs.ts': "import { cardJobs } from '../features/cards/due.ts';\n",
    'server/src/features/cards/due.ts': "import { tidyCards } from './home/tidy-cards.due.ts';\n",
    'server/src/features/cards/home/tidy-cards.due.ts': 'export const tidyCards = {};\n',
    'server/src/features/cards/home/forgotten.due.ts': 'export const forgotten = {};\n',
    'server/src/features/limits/due.ts': 'export const limitJobs = [];\n',
  });
  expect(everyJobIsStarted.find(tree).map((finding) => finding.split(':')[0])).toEqual([
    'server/src/features/limits/due.ts',
    'server/src/features/cards/home/forgotten.due.ts',
  ]);
});

test('finds words in a screen, as text, in an expression and in what is read out', () => {
  const tree = sampleTree({
    'web/src/features/cards/home.screen.tsx':
      "const a = <p aria-label=\"Your card\">Hello {'there'} {off ? 'Turned off' : x} <img alt={`Art`} /></p>;\n",
  });
  expect(noLiteralText.find(tree)).toHaveLength(5);
});

test('finds text that is hidden by its colour, and no other colour without one', () => {
  const tree = sampleTree({
    'web/src/a.css': '.a { color: transparent; }\n.b { border-color: transparent; background: transparent; }\n',
    'desk-web/src/b.css': '.a { -webkit-text-fill-color: transparent; }\n',
  });
  expect(nothingIsHiddenByColour.find(tree)).toEqual([
    'web/src/a.css: color: transparent',
    'desk-web/src/b.css: -webkit-text-fill-color: transparent',
  ]);
});

test('permits figures, signs and keys of texts in a screen', () => {
  const tree = sampleTree({
    'web/src/features/cards/home.screen.tsx':
      'const a = <p className="home" aria-label={t(\'home.title\')}>{t(\'home.hello\')} · 12.50 <img alt="" /></p>;\n',
    'web/src/features/cards/home.test.tsx': 'const a = <p>Hello</p>;\n',
  });
  expect(noLiteralText.find(tree)).toEqual([]);
});

test('finds a text that one language lacks or leaves empty, and takes plurals together', () => {
  const tree = sampleTree({
    'texts/enAU/cards.json': '{"a":"A","b":"B","n_one":"one","n_other":"many"}',
    'texts/zhCN/cards.json': '{"a":" ","c":"C","n_other":"多"}',
    'brands/tui/texts/enAU.json': '{"cards:a":"A"}',
  });
  expect(localesHaveSameKeys.find(tree)).toEqual([
    'texts/zhCN/cards.json: lacks b',
    'texts/enAU/cards.json: lacks c',
    'texts/zhCN/cards.json: a is empty',
    'brands/tui/texts/zhCN.json: lacks cards:a',
  ]);
});

test('finds words about a state that stay when the state is over', () => {
  const tree = sampleTree({
    'texts/enAU/errors.json': '{"offline":"You’re offline. Try again","noAnswer":"You were offline"}',
    'texts/enAU/common.json': '{"offline":"You’re offline."}',
    'texts/zhCN/errors.json': '{"offline":"您已离线。"}',
  });
  expect(wordsOutliveNoState.find(tree)).toEqual([
    'texts/enAU/errors.json: offline says that it is offline',
    'texts/zhCN/errors.json: offline says that it is offline',
  ]);
});

test('asks for no second language of the texts that staff read', () => {
  const tree = sampleTree({ 'texts/enAU/deskApprovals.json': '{"a":"A {{name}}"}' });
  expect(localesHaveSameKeys.find(tree)).toEqual([]);
  expect(placeholdersAgree.find(tree)).toEqual([]);
});

test('finds a placeholder that one language leaves out', () => {
  const tree = sampleTree({
    'texts/enAU/cards.json': '{"a":"{{count}} of {{total}}","b":"{{x}}"}',
    'texts/zhCN/cards.json': '{"a":"{{count}}","b":"{{ x }}"}',
  });
  expect(placeholdersAgree.find(tree)).toEqual([
    'texts/zhCN/cards.json: a has {count}, texts/enAU/cards.json has {count, total}',
  ]);
});

test('finds a message key of the contract without a text', () => {
  const tree = sampleTree({
    'contract/src/wire.ts': "const a = z.string().check(z.minLength(1, 'required'), z.regex(/x/, 'cardIdInvalid'));\n",
    'texts/enAU/validation.json': '{"required":"Enter it"}',
  });
  expect(messageKeysHaveTexts.find(tree)).toEqual(['contract/src/wire.ts: cardIdInvalid has no text']);
});

test('finds code that names a language, and no comment, test or demo that does', () => {
  const named = "const isShort = language === 'zhCN';\n";
  const tree = sampleTree({
    'web/src/ui/a.ts': `// As in zhCN.\n${named}`,
    'web/src/ui/a.test.ts': named,
    'server/src/demo/people.ts': named,
    'contract/src/rules/languages.ts': named,
  });
  expect(noLanguageIsNamed.find(tree)).toEqual([`web/src/ui/a.ts:2: ${named.trim()}`]);
});

test('finds a text that a screen asks for and nobody wrote', () => {
  const tree = sampleTree({
    'texts/enAU/cards.json': '{"home.title":"Cards","rows_one":"1 row","rows_other":"{{count}} rows"}',
    'web/src/features/cards/home.screen.tsx':
      "const t = useTexts('cards');\nt('home.title'); t('rows', { count }); t('home.titel');\n",
    'web/src/features/cards/routes.ts':
      "const routes = [{ title: 'cards:home.title' }, { title: 'cards:home.nothing' }, { url: 'tel:x' }];\n",
  });
  expect(usedKeysExist.find(tree)).toEqual([
    'web/src/features/cards/home.screen.tsx: cards:home.titel has no text',
    'web/src/features/cards/routes.ts: cards:home.nothing has no text',
  ]);
});

test('finds a public function of the contract, the ledger or a port that says nothing', () => {
  const tree = sampleTree({
    'contract/src/a.ts': 'export function one() {}\n\n/** Says it. */\nexport function two() {}\n',
    'server/src/outside/mail/port.ts': '\nexport const send = async () => {};\n',
    'server/src/ledger/ledger.ts': 'export function post() {}\n',
    'server/src/ledger/inner.ts': 'export function lock() {}\n',
    'server/src/features/cards/a.store.ts':
      "import { post } from '../../ledger/ledger.ts';\nexport function three() {}\n",
  });
  expect(publicFunctionsAreDescribed.find(tree)).toEqual([
    'contract/src/a.ts:1: one',
    'server/src/outside/mail/port.ts:2: send',
    'server/src/ledger/ledger.ts:1: post',
  ]);
});

test('finds a number that could be a real card, and permits the demo and published test numbers', () => {
  // The Luhn digit of 5555 5555 5555 444 is 4; written in parts, so that this file is clean.
  const real = ['5555', '5555', '5555', '4444'];
  const tree = sampleTree({
    'docs/a.md': `${real.join(' ')}\n`,
    'server/src/a.ts': `const card = '${real.join('')}';\n`,
    'server/src/b.ts': "const cards = ['9036000000000017', '4111 1111 1111 1111', '9036001000000000012'];\n",
    'server/src/c.ts': `const hash = 'ab${real.join('')}cd';\n`,
  });
  expect(noRealCardNumber.find(tree)).toEqual([
    'docs/a.md: a card number that ends in 4444',
    'server/src/a.ts: a card number that ends in 4444',
  ]);
});

test('finds a format of Intl that is made again for each value', () => {
  const made = "export const day = (at: Date) => new Intl.DateTimeFormat('en-AU').format(at);\n";
  const tree = sampleTree({ 'web/src/i18n/day.ts': made, 'contract/src/rules/intl-formats.ts': made });
  expect(formatsAreMadeOnce.find(tree)).toEqual(['web/src/i18n/day.ts: new Intl.DateTimeFormat']);
});

test('finds a text of a document that is not there', () => {
  const tree = sampleTree({
    'texts/enAU/transactions.json': '{"kind":"Kind"}',
    'server/src/features/transactions/export.ts':
      "export const facts = [words('transactions:kind'), words('transactions:filter')];\n",
  });
  expect(usedKeysExist.find(tree)).toEqual([
    'server/src/features/transactions/export.ts: transactions:filter has no text',
  ]);
});
