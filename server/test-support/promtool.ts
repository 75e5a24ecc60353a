import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** From Debian's package prometheus. */
const PROMTOOL = '/usr/bin/promtool';
export const hasPromtool = existsSync(PROMTOOL);

/** Minutes for which each answer of /metrics is repeated. */
const STANDS = 90;
/** Minutes at the beginning that are left out: a new Prometheus takes what was counted before it for new. */
const FIRST = 30;

/** Series of answers of /metrics that came one after the other, each asked for once a minute for a while. */
function seriesOf(answers: readonly string[]): { series: string; values: string }[] {
  const values = new Map<string, (string | undefined)[]>();
  for (const [index, text] of answers.entries()) {
    for (const line of text.split('\n')) {
      const [, name, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      if (name === undefined || value === undefined || !/^(wattle_|up)/.test(name)) continue;
      const known = values.get(name) ?? [];
      known[index] = value;
      values.set(name, known);
    }
  }
  return [...values].map(([series, known]) => ({
    series,
    values: answers
      .map((_, index) => (known[index] === undefined ? `_x${STANDS}` : `${known[index]}+0x${STANDS - 1}`))
      .join(' '),
  }));
}

/** Asks promtool whether an alert of the rules fires at some time of these answers. */
export function fires(rules: string, alert: string, answers: readonly string[]): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-promtool-'));
  try {
    const end = answers.length * STANDS;
    const firing = `max_over_time(count(ALERTS{alertname="${alert}", alertstate="firing"})[${end - FIRST}m:1m]) > bool 0`;
    const file = path.join(folder, 'test.yaml');
    const test = {
      interval: '1m',
      input_series: seriesOf(answers),
      promql_expr_test: [{ expr: firing, eval_time: `${end - 1}m`, exp_samples: [{ labels: '{}', value: 1 }] }],
    };
    writeFileSync(
      file,
      JSON.stringify({ rule_files: [path.resolve(rules)], evaluation_interval: '1m', tests: [test] }),
    );
    const { status, stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' });
    if (status !== 0 && !/got:/.test(`${stdout}${stderr}`)) throw new Error(`promtool: ${stdout}${stderr}`);
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
