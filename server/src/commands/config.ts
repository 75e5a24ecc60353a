import { checkAll, type CheckOptions } from './config/check.ts';
import type { Finding, State } from './config/finding.ts';

export type ConfigOptions = CheckOptions & {
  readonly argv: readonly string[];
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

/** `look`: nothing failed, and there is something to look at. */
const EXIT = { done: 0, failed: 1, usage: 2, look: 3 } as const;

const HELP = `npm run config -- check          reads every setting, tries every system that they name, and says what passed, what to look at and what failed
Exit codes of check: 0 all passed, 1 something failed, 3 nothing failed and there is something to look at`;

/** `npm run config`: checks the settings and what they name. Returns the exit code. */
export async function runConfig(options: ConfigOptions): Promise<number> {
  const [command, ...more] = options.argv;
  if (command === 'check' && more.length === 0) return sayFindings(await checkAll(options), options.say);
  (command === undefined ? options.say : options.complain)(HELP);
  return command === undefined ? EXIT.done : EXIT.usage;
}

/** Groups of lines, those that failed last, where they are read. */
const GROUPS: readonly (readonly [State, string])[] = [
  ['passed', 'Passed'],
  ['look', 'To look at'],
  ['failed', 'Failed'],
];

function sayFindings(findings: readonly Finding[], say: ConfigOptions['say']): number {
  const of = (state: State) => findings.filter((one) => one.state === state);
  for (const [state, title] of GROUPS) {
    const group = of(state);
    if (group.length > 0) say(`${title}:`);
    for (const { about, words } of group) say(`  ${about}: ${words}`);
  }
  const count = { passed: of('passed').length, look: of('look').length, failed: of('failed').length };
  say(`${count.passed} passed, ${count.look} to look at, ${count.failed} failed.`);
  if (count.failed > 0) return EXIT.failed;
  return count.look > 0 ? EXIT.look : EXIT.done;
}
