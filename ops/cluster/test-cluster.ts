import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { provideCluster } from './local-cluster.ts';
import { ROOT } from '../../tools/steps.ts';

/**
 * `npm run test:cluster -- --rounds N`: each kind of failover N times, one line each, and backups that are brought
 * back. `--only failover` or another `*.cluster.ts` names one, `--etcd-gone 600` how many seconds etcd is away
 * from all nodes. Not part of `npm test`.
 */
const options = {
  rounds: { type: 'string', default: '1' },
  only: { type: 'string' },
  'etcd-gone': { type: 'string', default: '30' },
} as const;
const { values } = parseArgs({ options });
const missing = await provideCluster();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
const args = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'cluster',
  '--no-file-parallelism',
  '--disable-console-intercept',
];
// Behind an option it would be taken for its value.
if (values.only !== undefined) args.splice(2, 0, values.only);
const child = spawn(process.execPath, args, {
  cwd: ROOT,
  env: { ...process.env, WATTLE_CLUSTER_ROUNDS: values.rounds, WATTLE_CLUSTER_ETCD_GONE: values['etcd-gone'] },
  stdio: 'inherit',
});
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name));
child.once('exit', (code) => process.exit(code ?? 1));
