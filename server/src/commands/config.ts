import { explain, SETTING_GROUPS } from '../config/about-settings.ts';
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
npm run config -- explain NAME   what a setting is for, its form, default and an example; without a name all settings
Exit codes of check: 0 all passed, 1 something failed, 3 nothing failed and there is something to look at`;

/** `npm run config`: checks the settings and what they name. Returns the exit code. */
export async function runConfig(options: ConfigOptions): Promise<number> {
  const [command, ...more] = options.argv;
  if (command === 'check' && more.length === 0) return sayFindings(await checkAll(options), options.say);
  if (command === 'explain' && more.length <= 1) return sayExplained(more[0], options);
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

function sayExplained(name: string | undefined, { say, complain }: ConfigOptions): number {
  if (name === undefined) {
    for (const [title, group] of Object.entries<object>(SETTING_GROUPS)) {
      say(`${title}:`);
      for (const each of Object.keys(group)) say(`  ${each}: ${explain(each)?.use}`);
    }
    return EXIT.done;
  }
  const found = explain(name);
  if (!found) {
    complain(`${name}: there is no such setting. All of them: npm run config -- explain`);
    return EXIT.failed;
  }
  say(`${name}: ${found.use}`);
  say(`  form     ${found.form}`);
  say(`  default  ${found.default}`);
  say(`  example  ${found.example}`);
  say(`  secret   ${found.isSecret ? 'yes' : 'no'}`);
  say(`  page     ${found.page}`);
  return EXIT.done;
}
