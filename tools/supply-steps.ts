import { failure, type Outcome, PASSED, ROOT, run, runBin, type Step } from './steps.ts';

/** Pictures, fonts and backups, which have no text. */
const NOT_TEXT = /\.(?:png|ico|woff2?|backup|gz|br|xlsx|pdf)$/;

/** Looks for keys, tokens and passwords of other systems in every text file of the tree. */
async function secrets(): Promise<Outcome> {
  const { code: listed, stdout } = await run('git', ['-C', ROOT, 'ls-files', '-z']);
  const files = stdout.split('\0').filter((name) => name !== '' && !NOT_TEXT.test(name));
  if (listed !== 0 || files.length < 100) return failure(`git lists ${files.length} files`);
  const { code, output } = await runBin('secretlint/bin/secretlint.js', ['--no-color', '--no-glob', ...files]);
  return code === 0 ? { ...PASSED, note: `${files.length} files` } : failure(output);
}

type Audit = {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
  readonly statusCode?: number;
};

const GRAVE: ReadonlySet<string> = new Set(['high', 'critical']);

/**
 * Outcome of `npm audit --json`. Grave faults fail. Where no audit was made, nothing is known: the step counts as
 * skipped and never as passed.
 */
export function auditOutcome(json: string): Outcome {
  let audit: Audit = {};
  try {
    audit = JSON.parse(json) as Audit;
  } catch {
    // Said below as not made.
  }
  const counts = audit.metadata?.vulnerabilities;
  if (!counts) {
    const why = audit.statusCode === undefined ? 'no answer' : String(audit.statusCode);
    return { passed: 0, failed: 0, skipped: 1, details: `Packages were not audited: not reachable (${why})` };
  }
  const grave = Object.entries(audit.vulnerabilities ?? {}).filter(([, { severity }]) => GRAVE.has(severity));
  if (grave.length > 0)
    return failure(grave.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`).join('\n'));
  const lesser = Object.entries(counts).filter(([severity, count]) => severity !== 'total' && count > 0);
  return { ...PASSED, note: lesser.map(([severity, count]) => `${count} ${severity}`).join(', ') || 'none known' };
}

/** Known faults of the packages that production installs. */
async function audit(): Promise<Outcome> {
  const { stdout } = await run('npm', ['audit', '--omit=dev', '--json'], { timeoutMs: 120_000 });
  return auditOutcome(stdout);
}

/** Checks of what the sources deliver, only in a whole run: the second one asks a service elsewhere. */
export const supplySteps: readonly Step[] = [
  { name: 'secrets in the tree', run: secrets },
  { name: 'known faults of packages', run: audit },
];
