import { checkTree } from './repo-rules/check-tree.ts';
import { failure, type Outcome, PASSED, ROOT, run, runBin, type Step } from './steps.ts';
import { runVitest } from './vitest-run.ts';

async function program(path: string, args: readonly string[]): Promise<Outcome> {
  const { code, output } = await runBin(path, args);
  return code === 0 ? PASSED : failure(output);
}

type Cruise = {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      readonly rule: { readonly name: string; readonly severity: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
};

/**
 * Without a parser for this TypeScript, dependency-cruiser reports no problem, so the modules that it saw are counted.
 */
async function boundaries(): Promise<Outcome> {
  const { stdout, output } = await runBin('dependency-cruiser/bin/dependency-cruiser.mjs', [
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    'contract/src',
    'server/src',
    'web/src',
    'desk-web/src',
    'tools',
    'e2e',
    'ops',
  ]);
  if (!stdout.startsWith('{')) return failure(output);
  const { totalCruised, violations } = (JSON.parse(stdout) as Cruise).summary;
  if (totalCruised < 50) return failure(`only ${totalCruised} modules were seen`);
  if (violations.length === 0) return { ...PASSED, note: `${totalCruised} modules` };
  return failure(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).join('\n'));
}

async function tree(): Promise<Outcome> {
  const findings = await checkTree(ROOT);
  const broken = findings.filter(({ found }) => found.length > 0);
  const outcome = { passed: findings.length - broken.length, failed: broken.length, skipped: 0 };
  if (broken.length === 0) return outcome;
  return {
    ...outcome,
    details: broken.map(({ rule, found }) => `✗ ${rule}\n${found.map((line) => `    ${line}`).join('\n')}`).join('\n'),
  };
}

/** Findings are kept beside the packages, so a second check looks at what has changed. */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', 'node_modules/.types.tsbuildinfo'];

/** In the order of their start: the slow ones first, so that two cores end together. */
export const checkSteps: readonly Step[] = [
  { name: 'unit tests', run: () => runVitest(['--project', 'unit']) },
  {
    name: 'types',
    run: () => program('typescript/bin/tsc', ['-p', 'tsconfig.json', '--pretty', 'false', ...INCREMENTAL]),
  },
  { name: 'lint', run: () => program('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'layers', run: boundaries },
  { name: 'tree', run: tree },
  { name: 'unused files, exports and packages', run: () => program('knip/bin/knip.js', ['--no-progress']) },
  {
    name: 'format',
    run: async () => {
      const { code, output } = await run(process.execPath, [
        'node_modules/@biomejs/biome/bin/biome',
        'format',
        '--max-diagnostics=30',
        '.',
      ]);
      return code === 0 ? PASSED : failure(output);
    },
  },
];
