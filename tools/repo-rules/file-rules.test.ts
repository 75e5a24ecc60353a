import { expect, test } from 'vitest';
import {
  browserIsAskedInOnePlace,
  callsGoToCheckedAddresses,
  journeysLookAtNoAccessibility,
  lockedPackages,
  migrationNumbersAreUnique,
  migrationsSayWhy,
  kindsAreShort,
  modesAreAsked,
  noBarrel,
  noDefaultExport,
  noLocaleAsFormat,
  noLongFile,
  noMachinePath,
  noMarker,
  noRegistryHost,
  noStyleAttribute,
  noUtils,
  onlyConfigReadsEnvironment,
  stateTablesAreTested,
  versionsAgree,
} from './file-rules.ts';
import { docsNameWhatExists } from './doc-rules.ts';
import { type Rule, sampleTree } from './tree.ts';

type Case = { readonly rule: Rule; readonly bad: Record<string, string>; readonly good: Record<string, string> };

/** A lockfile with one package. */
const locking = (entry: object) => ({
  'package-lock.json': JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0', ...entry } } }),
});

const cases: readonly Case[] = [
  {
    rule: noLongFile,
    bad: { 'a.ts': 'x;\n'.repeat(401) },
    good: { 'a.ts': 'x;\n'.repeat(400), 'package-lock.json': '\n'.repeat(900) },
  },
  {
    rule: lockedPackages,
    bad: locking({ optional: true }),
    good: locking({ dev: true, optional: true }),
  },
  {
    rule: lockedPackages,
    bad: locking({ integrity: 'sha512-x', resolved: 'https://packages.example/a.tgz' }),
    good: locking({ integrity: 'sha512-x' }),
  },
  {
    rule: kindsAreShort,
    bad: { 'server/src/features/bpay/bpay.kind.ts': 'x;\n'.repeat(151) },
    good: { 'server/src/features/bpay/bpay.kind.ts': 'x;\n'.repeat(150), 'engine.ts': 'x;\n'.repeat(151) },
  },
  {
    rule: noBarrel,
    bad: {
      'cards.ts': "export * from './card.ts';\n",
      'b.ts': "export {\n  card,\n} from './card.ts';\n",
      'c/index.ts': '',
    },
    good: { 'cards.ts': "import {\n  card,\n} from './card.ts';\nexport const two = [card, card];\n" },
  },
  {
    rule: noDefaultExport,
    bad: { 'a.ts': 'export default 1;\n' },
    good: { 'web/vite.config.ts': 'export default 1;\n' },
  },
  {
    rule: noUtils,
    bad: { 'server/src/utils.ts': '', 'web/src/helpers/a.ts': '' },
    good: { 'server/src/platform/time/clock.ts': '' },
  },
  { rule: noMachinePath, bad: { 'README.md': ['cd /', 'work/main'].join('') }, good: { 'README.md': 'cd wattle\n' } },
  {
    rule: noRegistryHost,
    bad: { '.npmrc': ['https://regis', 'try.example.org/'].join('') },
    good: { '.npmrc': 'save-exact=true\n' },
  },
  {
    rule: noMarker,
    bad: { 'a.ts': ['// TO', 'DO: later'].join('') },
    good: { 'a.ts': '// Locked, so that two requests cannot both succeed.\n' },
  },
  {
    rule: noStyleAttribute,
    bad: { 'a.svg': '<path style="fill:red"/>\n', 'web/src/a.ts': 'const a = \'<p style="x">\';\n' },
    good: { 'a.svg': '<path fill="red"/>\n', 'web/src/a.tsx': 'const a = <p style={{ top: 0 }} />;\n' },
  },
  {
    rule: docsNameWhatExists,
    bad: {
      'docs/a.md': 'See [b](b.md) and `server/src/gone.ts`, `http/gone.ts`, `gone.ts`; then `npm run gone`.',
      'docs/c.md': 'See `npm run gone`.',
      'docs/areas/d.md': 'See `gone.ts`.',
      'README.md': 'See [b](docs/b.md).',
    },
    good: {
      'package.json': '{"scripts":{"check":"x"}}',
      'server/src/http/bind.ts': '',
      'docs/b.md': '',
      'docs/a.md': 'See [b](b.md#c), `server/src/http`, `http/bind.ts`, `bind.ts`, `web/dist`; then `npm run check`.',
    },
  },
  {
    rule: migrationNumbersAreUnique,
    bad: {
      'server/migrations/0297-a.sql': '',
      'server/migrations/0297-b.sql': '',
    },
    good: {
      'server/migrations/0295-a.sql': '',
      'server/migrations/0296-a.sql': '',
    },
  },
  {
    rule: migrationsSayWhy,
    bad: {
      'server/migrations/0001-a.sql': 'SELECT 1;',
      'server/migrations/0002-a/up.sql': '-- Payees have an address, which the bank asks for.',
      'server/migrations/2-b.sql': '-- Payees have an address, which the bank asks for.',
    },
    good: { 'server/migrations/0001-a.sql': '-- Payees have an address, which the bank asks for.\n' },
  },
  {
    rule: versionsAgree,
    bad: {
      'CHANGELOG.md': '# Changelog\n\n## 0.3.0\n\nMore.\n\n## 0.2.0\n',
      'package.json': '{"version": "0.2.0"}',
      'web/package.json': '{"version": "0.3.0", "dependencies": {"@wattle/contract": "0.2.0"}}',
    },
    good: {
      'CHANGELOG.md': '# Changelog\n\n## 0.3.0\n\nMore.\n\n## 0.2.0\n',
      'package.json': '{"version": "0.3.0"}',
      'web/package.json': '{"version": "0.3.0", "dependencies": {"@wattle/contract": "0.3.0"}}',
    },
  },
  {
    rule: stateTablesAreTested,
    bad: { 'a/card.states.domain.ts': '' },
    good: {
      'a/card.states.domain.ts': '',
      'a/b.test.ts': "from './card.states.domain.ts'; linesOf(CARD); testEveryCell(CARD);\n",
    },
  },
  {
    rule: onlyConfigReadsEnvironment,
    bad: { 'server/src/features/cards/a.store.ts': "const a = process.env['A'];\n" },
    good: { 'server/src/start/main.ts': 'readConfig(process.env);\n' },
  },
  {
    rule: modesAreAsked,
    bad: {
      'server/src/http/a.ts': "if (ctx.config.mode === 'production') return;\n",
      'server/src/config/b.ts': "const isSandbox = value.WATTLE_MODE !== 'staging';\n",
    },
    good: {
      'server/src/http/a.ts': 'if (rulesOf(ctx.config.mode).isOpen) return;\n',
      'server/src/http/b.test.ts': "expect(mode === 'production').toBe(true);\n",
    },
  },
  {
    rule: callsGoToCheckedAddresses,
    bad: {
      'server/src/outside/sms/a.ts': 'const answer = await fetch(url);\n',
      'server/src/outside/sms/b.ts': "import { request } from 'node:https';\n",
      'server/src/features/cards/c.ts': "import { connect, isIP } from 'node:net';\n",
    },
    good: {
      'server/src/outside/http-call.ts': "import { request } from 'node:https';\n",
      'server/src/outside/sms/a.ts': "import type { IncomingHttpHeaders } from 'node:http';\nawait callHttp(call);\n",
      'server/src/platform/b.ts': "import { isIP } from 'node:net';\nawait prefetch(url);\n",
      'server/src/outside/sms/a.test.ts': 'await fetch(url);\n',
    },
  },
  {
    rule: browserIsAskedInOnePlace,
    bad: {
      'web/src/a.ts': 'const kept = window.localStorage.getItem(key);\n',
      'web/src/b.ts': "const channel = new BroadcastChannel('a');\n",
      'web/src/c.ts': 'await navigator.clipboard.writeText(text);\n',
      'web/src/d.tsx': 'const { serviceWorker } = navigator;\n',
      'web/src/e.ts': 'const signal = AbortSignal.any([one, other]);\n',
      'web/src/f.ts': 'const groups = Map.groupBy(rows, nameOf);\n',
      'web/src/g.ts': 'const id = crypto.randomUUID();\n',
      'web/src/h.tsx': 'dialog.current?.showModal();\n',
    },
    good: {
      'web/src/a.ts': "store('localStorage', KEY, true);\n/** Kept in sessionStorage. */\n",
      'web/src/a.test.ts': 'localStorage.clear();\n',
      'web/src/browser/storage.ts': 'window.localStorage.clear();\n',
    },
  },
  {
    rule: journeysLookAtNoAccessibility,
    bad: {
      'e2e/transfers/a.spec.ts': "import { expectNoAxeFindings } from '../support/axe.ts';\n",
      'e2e/support/b.ts': "import { AxeBuilder } from '@axe-core/playwright';\n",
    },
    good: {
      'e2e/accessibility/look.ts': "import { axeFindings } from '../support/axe.ts';\n",
      'e2e/transfers/a.spec.ts': "import { signIn } from '../support/sign-in.ts';\n",
    },
  },
  {
    rule: noLocaleAsFormat,
    bad: { 'web/src/day.ts': "const day = new Intl.DateTimeFormat('en-CA');\n" },
    good: { 'web/src/day.ts': "const day = new Intl.DateTimeFormat('en-AU').formatToParts();\n" },
  },
];

test.each(cases)('$rule.name: fails on a bad sample and holds on a good one', ({ rule, bad, good }) => {
  const broken = rule.find(sampleTree(bad));
  for (const path of Object.keys(bad)) expect(broken.join('\n')).toContain(path);
  expect(rule.find(sampleTree(good))).toEqual([]);
});
