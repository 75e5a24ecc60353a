import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './steps.ts';

// Checks the files of one host as their programs read them, and with the programs themselves if this machine has them.
// Those of a cluster have a separate test.

const DEPLOY = path.join(ROOT, 'deploy');
const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');

test('the site of the desk is for the networks of the staff alone, and hands on what the server has to know', () => {
  const lines = read('nginx/wattle-desk.conf')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  const access = lines.filter((line) => /^(allow|deny) /.test(line));
  expect(access.length).toBeGreaterThan(1);
  expect(access.at(-1)).toBe('deny all;');
  expect(access.filter((line) => / 0\.0\.0\.0| ::\/0|allow all/.test(line))).toEqual([]);
  expect(lines).toContain('error_page 403 =404 @away;');
  expect(lines.filter((line) => line.startsWith('listen '))).toEqual(['listen 443 ssl http2;']);
  // The same as at the host of the cardholders: the upstream exists, and no client is believed about its address.
  const site = read('nginx/wattle.conf');
  expect(site).toContain('upstream wattle {');
  for (const handed of lines.filter((line) => line.startsWith('proxy_'))) expect(site).toContain(handed);
  expect(lines).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
});

// The programs of Debian, where this machine has them.
const ANALYZE = '/usr/bin/systemd-analyze';
test.runIf(existsSync(ANALYZE))('systemd accepts the units of one host', () => {
  const units = readdirSync(path.join(DEPLOY, 'systemd')).filter((name) => /\.(service|timer)$/.test(name));
  expect(units).toContain('wattle.service');
  const files = units.map((name) => path.join(DEPLOY, 'systemd', name));
  const { stderr } = spawnSync(ANALYZE, ['verify', ...files], { encoding: 'utf8' });
  // A program that is missing on this machine is not a fault of the unit.
  const faults = stderr.split('\n').filter((line) => {
    const [, program] = /: Command (\S+) is not executable: No such file/.exec(line) ?? [];
    return line !== '' && (program === undefined || existsSync(program));
  });
  expect(faults).toEqual([]);
});

/** nginx binds its ports, which only root may. */
const isRoot = process.getuid?.() === 0;
const [NGINX, OPENSSL] = ['/usr/sbin/nginx', '/usr/bin/openssl'];
test.runIf(existsSync(NGINX) && existsSync(OPENSSL) && isRoot)('nginx accepts the sites', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-nginx-'));
  try {
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
    for (const site of ['', 'desk-']) {
      const [key, certificate] = ['key.pem', 'fullchain.pem'].map((name) => path.join(folder, site + name));
      const out = ['-keyout', key ?? '', '-out', certificate ?? ''];
      spawnSync(OPENSSL, [...made, '-subj', '/CN=cards.example', ...out]);
    }
    // The machine's own nginx may have the ports.
    const site = ['nginx/wattle.conf', 'nginx/wattle-desk.conf']
      .map(read)
      .join('\n')
      .replaceAll('/etc/ssl/wattle', folder)
      .replaceAll(/listen (\d+)/g, `listen unix:${folder}/$1`);
    writeFileSync(path.join(folder, 'site.conf'), site);
    const main = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${folder}/site.conf; }`;
    writeFileSync(path.join(folder, 'nginx.conf'), main);
    const { status, stderr } = spawnSync(NGINX, ['-t', '-q', '-c', path.join(folder, 'nginx.conf'), '-p', folder], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
