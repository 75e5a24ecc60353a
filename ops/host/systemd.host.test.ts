import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { ROOT, run } from '../../tools/steps.ts';
import { type Container, startContainer } from './container.ts';
import { tellNpm } from './debian-base.ts';
import { noteFigures } from './figures.ts';
import { inNetwork, Networks } from './networks.ts';
import { blocksOf, firstPurchase, INSTALL_PAGE } from './page.ts';
import { give, giveNow, whyNoHost } from './programs.ts';
import { copySources } from './sources.ts';

const MINUTE = 60_000;
/** Capabilities of root on a host, as far as a container may have them. */
const OF_ROOT =
  'CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID SETGID SETUID SETPCAP SETFCAP KILL NET_BIND_SERVICE NET_RAW SYS_CHROOT SYS_ADMIN SYS_PTRACE AUDIT_WRITE MKNOD';
const ANALYZE = '/usr/bin/systemd-analyze';

let folder: string;
let root: string;
let host: Container | undefined;
const networks = new Networks();
const figures: string[] = [];

/** The line of the page that begins with `apt-get install`, the one with npm, and the others. */
const [packages = '', ...chapter] = blocksOf('host');

/** npm counts processors by /proc, and does nothing at all where there are none. */
const WITH_PROC = 'mount -t proc proc "$1/proc"; exec chroot "$1" env HOME=/root sh -c "$2"';

/** Gives commands on the host and answers what they say. */
async function onHost(commands: string): Promise<string> {
  const { code, output } = await run('env', [...(host?.entering() ?? []), 'bash', '-e', '-c', commands]);
  if (code !== 0) throw new Error(`ended with ${code}:\n${commands}\n${output.slice(-4_000)}\n${logs()}`);
  return output.trim();
}

const logs = () =>
  ['wattle', 'caddy']
    .map((name) => path.join(root, `var/log/${name}.log`))
    .map((file) => (existsSync(file) ? readFileSync(file, 'utf8').slice(-3_000) : ''))
    .join('\n');

describe.skipIf(whyNoHost() !== undefined)('one host by systemd', () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'wattle-systemd-'));
    chmodSync(folder, 0o755);
    // A copy of the empty Debian that keeps what is written apart.
    const [upper, work] = ['upper', 'work'].map((name) => path.join(folder, name)) as [string, string];
    root = path.join(folder, 'root');
    for (const made of [upper, work, root]) mkdirSync(made);
    const layers = `lowerdir=${inject('debianBase')},upperdir=${upper},workdir=${work},volatile`;
    giveNow('mount', '-t', 'overlay', 'overlay', '-o', layers, root);
    copySources(path.join(root, 'opt/wattle'));
    // Nothing is built where a build of these sources is there.
    await give(process.execPath, 'tools/build-web.ts');
    for (const built of ['web/dist', 'desk-web/dist'])
      cpSync(path.join(ROOT, built), path.join(root, 'opt/wattle', built), { recursive: true });
    tellNpm(root, 'root/.npmrc');
    host = startContainer({
      root,
      isReadOnly: false,
      network: networks.add('systemd'),
      args: ['/bin/sleep', 'infinity'],
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        LANG: 'C.UTF-8',
        DEBIAN_FRONTEND: 'noninteractive',
      },
      folder: '/root',
      user: 0,
      capabilities: OF_ROOT.split(' '),
      mounts: {},
      tmpfs: [],
    });
  }, 5 * MINUTE);
  afterAll(async () => {
    noteFigures('systemd', figures);
    await host?.end('SIGKILL');
    networks.remove();
    // What was killed may take a moment to leave it.
    giveNow('umount', '--lazy', root);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }, 5 * MINUTE);

  test(
    'Debian has the packages of the page, and its npm installs those of Wattle',
    async () => {
      const lines = packages.trim().split('\n');
      expect(lines.map((line) => line.split(' ')[0])).toEqual(['apt-get', 'useradd', '(cd']);
      for (const line of lines) {
        // The host reaches nothing outside. Packages come by the network of this machine: Debian's before they are
        // installed, those of npm as they are.
        if (line.startsWith('apt-get install')) {
          await give('chroot', root, 'apt-get', 'update');
          const fetched = line.replace('apt-get install', 'apt-get install --download-only');
          await give('chroot', root, 'sh', '-c', fetched);
        }
        if (line.includes('npm ci')) await give('unshare', '--mount', 'sh', '-e', '-c', WITH_PROC, 'sh', root, line);
        else await onHost(line);
      }
      expect(existsSync(path.join(root, 'opt/wattle/node_modules/typescript'))).toBe(false);
      expect(await onHost('/opt/wattle/node_modules/node-linux-*/bin/node --version')).toMatch(/^v26\./);
    },
    15 * MINUTE,
  );

  test(
    'the chapter ends at a server that is ready, behind Caddy',
    async () => {
      cpSync(path.join(import.meta.dirname, 'systemctl.mjs'), path.join(root, 'usr/local/lib/systemctl.mjs'));
      const systemctl = '#!/bin/sh\nexec node /usr/local/lib/systemctl.mjs "$@"\n';
      writeFileSync(path.join(root, 'usr/local/bin/systemctl'), systemctl, { mode: 0o755 });
      // systemd has started it when it was installed.
      await onHost('pg_lsclusters --no-header | grep --quiet online || pg_ctlcluster 15 main start');
      const messages = firstPurchase().messages.replaceAll('wattle.env', '/etc/wattle/server.env');
      const [settings = '', units = '', ...others] = chapter;
      expect(others).toEqual([]);
      // In one shell, as a person types them.
      await onHost([settings, messages, units].join('\n'));
      const readyAt = performance.now();
      const log = () => readFileSync(path.join(root, 'var/log/wattle.log'), 'utf8');
      const withLogs = () => expect(log()).toContain('"msg":"Ready: ');
      await vi.waitFor(withLogs, { timeout: 90_000, interval: 200 });
      figures.push(`ready after ${((performance.now() - readyAt) / 1000).toFixed(1)} s`);
      const ready = `const a = await fetch('http://127.0.0.1:3000/readyz'); console.log(a.status, await a.text());`;
      expect(await onHost(`/opt/wattle/node_modules/node-linux-*/bin/node --eval "${ready}"`)).toMatch(
        /^200 .*"status":"ready"/,
      );

      const [pid = ''] = readFileSync(path.join(root, 'run/units/wattle'), 'utf8').split('\n');
      const about = await onHost(`cat /proc/${pid}/status; tr '\\0' ' ' < /proc/${pid}/cmdline`);
      expect(about).toContain('server/src/start/main.ts');
      expect(about).toMatch(/^NoNewPrivs:\s+1$/m);
      expect(about).toMatch(/^CapBnd:\s+0+$/m);
      expect(await onHost(`stat --format=%U /proc/${pid}`)).toBe('wattle');
      expect(await onHost('stat --format="%a %U" /etc/wattle/server.env /var/lib/wattle')).toMatch(
        /^600 root\n7(?:00|11) wattle$/,
      );
      // It sees a root that it may not write, but for the folder of its data.
      const inUnit = (commands: string) =>
        onHost(`nsenter --target ${pid} --mount --root --wd sh -c '${commands}' 2>&1 || true`);
      expect(await inUnit('echo x > /opt/wattle/x')).toContain('Read-only file system');
      expect(await inUnit('echo x > /var/lib/wattle/x && rm /var/lib/wattle/x')).toBe('');
    },
    5 * MINUTE,
  );

  test.skipIf(!existsSync(ANALYZE))('systemd finds nothing wrong in the units as they lie there', () => {
    // Targets that units name: on a host they come with systemd.
    giveNow('cp', '--archive', '--no-clobber', '/lib/systemd/system/.', path.join(root, 'lib/systemd/system'));
    const { status, stdout, stderr } = spawnSync(ANALYZE, ['verify', `--root=${root}`, 'wattle.service'], {
      encoding: 'utf8',
    });
    expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
  });

  test(
    'Caddy serves both sites, and commands are given as the page says',
    async () => {
      // No authority reaches this host: Caddy's own makes the certificates.
      const caddyfile = path.join(root, 'etc/caddy/Caddyfile');
      expect(readFileSync(caddyfile, 'utf8')).toBe(readFileSync(path.join(ROOT, 'deploy/caddy/Caddyfile'), 'utf8'));
      writeFileSync(caddyfile, `{\n\tlocal_certs\n\tskip_install_trust\n}\n${readFileSync(caddyfile, 'utf8')}`);
      await onHost('systemctl restart caddy');
      const ask = (name: string, address: string) => {
        const curl = [...inNetwork(networks.ids[0] ?? ''), 'curl', '--silent', '--insecure'];
        const to = ['--resolve', `${name}:443:127.0.0.1`, '--write-out', '\n%{http_code}', `https://${name}${address}`];
        return spawnSync('env', [...curl, ...to], { encoding: 'utf8' }).stdout;
      };
      await vi.waitFor(() => expect(ask('cards.example', '/healthz')).toBe('{"status":"ok"}\n200'), {
        timeout: 30_000,
      });
      expect(ask('cards.example', '/desk/')).toMatch(/\n404$/);
      expect(ask('desk.example', '/desk/session')).toMatch(/"not_signed_in"[\s\S]*\n401$/);

      const [, take = ''] =
        /^Commands take the settings of the file, in `\/opt\/wattle`: `([^`]+)`/m.exec(INSTALL_PAGE) ?? [];
      expect(take).toContain('/etc/wattle/server.env');
      expect(await onHost(`cd /opt/wattle\n${take}\nnpm run verify`)).toContain('Everything holds.');
      // Without the owner's address the server starts on the tables that are there.
      await onHost(
        "sed -i '/^DATABASE_OWNER_URL=/d' /etc/wattle/server.env && : > /var/log/wattle.log && systemctl restart wattle",
      );
      await vi.waitFor(
        () => expect(readFileSync(path.join(root, 'var/log/wattle.log'), 'utf8')).toContain('"msg":"Ready: '),
        {
          timeout: 60_000,
        },
      );
    },
    5 * MINUTE,
  );
});
