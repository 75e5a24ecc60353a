import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { provideCluster, startLocalCluster } from './local-cluster.ts';
import { ROOT } from '../../tools/steps.ts';

/** `npm run cluster`: the cluster of ops/deploy/ on the loopback, with two Wattle servers, until Ctrl-C. */
const BASE_PORT = 23_000;
const SERVERS = [BASE_PORT + 2, BASE_PORT + 3];

const missing = await provideCluster();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort());
console.log('Starting three etcd, three PostgreSQL under Patroni, and HAProxy');
const cluster = await startLocalCluster(BASE_PORT, { ended: ending.signal }).catch((error: unknown) => {
  if (!ending.signal.aborted) console.error(error);
  return process.exit(ending.signal.aborted ? 0 : 1);
});
const servers: ChildProcess[] = [];
let code = 0;
try {
  for (const port of SERVERS) if (!ending.signal.aborted) await startServer(port);
  console.log('Stop with Ctrl-C.');
  let shown = '';
  while (!ending.signal.aborted) {
    const now = (await cluster.members()).map(({ name, role, state }) => `${name} ${role} ${state}`).join(', ');
    if (now !== shown) console.log(now || 'nobody answers');
    shown = now;
    await sleep(1_000);
  }
} catch (error) {
  console.error(error);
  code = 1;
} finally {
  const ended = servers.map(
    (one) => new Promise((resolve) => (one.exitCode === null ? one.once('exit', resolve) : resolve(0))),
  );
  for (const server of servers) server.kill('SIGTERM');
  await Promise.all(ended);
  await cluster.stop();
}
process.exit(code);

/** The keys and the demo belong to the first server's folder, which both use one after the other. */
async function startServer(port: number): Promise<void> {
  const server = spawn(process.execPath, [path.join(ROOT, 'server/src/start/main.ts')], {
    cwd: ROOT,
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      WATTLE_DATA: path.join(cluster.folder, 'wattle'),
      DATABASE_OWNER_URL: cluster.ownerUrl,
      DATABASE_URL: cluster.appUrl,
      DATABASE_REPLICA_URL: cluster.replicaUrl,
      WATTLE_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  servers.push(server);
  const base = `http://127.0.0.1:${port}`;
  for (;;) {
    if (ending.signal.aborted) return;
    if (server.exitCode !== null) throw new Error(`the server on ${base} ended`);
    const status = await fetch(`${base}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) break;
    await sleep(250);
  }
  console.log(`A Wattle server is on ${base}`);
}
