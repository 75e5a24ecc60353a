import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { ROOT } from '../../tools/steps.ts';
import { readCompose, type Service } from './compose.ts';

// The files of one host by containers, without starting any. That they lead to a first purchase is tried in a whole run.

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { document, services, networks } = readCompose();
const page = read('docs/install.md');

test('compose.yaml is valid by the schema of the Compose Specification', () => {
  const schema = JSON.parse(read('ops/host/compose-spec/compose-spec.json')) as object;
  // The address of the schema's own language is the one that Ajv knows. Formats are the specification's own.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const validate = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ services: { server: { imagee: 'wattle' } } })).toBe(false);
});

test('only the proxy is reached from outside, and the database only by the server', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name]) => name)).toEqual(['proxy']);
  const beside = Object.entries(services).filter(([, one]) => 'database' in one.networks);
  expect(beside.map(([name]) => name)).toEqual(['database', 'server']);
  expect(networks['database']?.internal).toBe(true);
  // Whom the server believes about addresses is the proxy alone; the desk is for the server's own commands and staff.
  const [server, proxy] = [services['server'], services['proxy']];
  const addressOf = (one: Service | undefined) => one?.networks['proxy']?.ipv4_address;
  expect(server?.environment?.['WATTLE_TRUSTED_PROXIES']).toBe(addressOf(proxy));
  for (const { environment } of [server, proxy].flatMap((one) => one ?? [])) {
    expect(environment?.['WATTLE_DESK_NETWORKS']).toMatch(new RegExp(`^${addressOf(server)} \\$\\{`));
  }
  const [subnet] = networks['proxy']?.ipam?.config ?? [];
  expect(subnet?.subnet).toBe('172.30.77.0/24');
});

test('server and proxy may write their data alone, and every service is started again and watched', () => {
  for (const name of ['server', 'proxy']) {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(services[name]?.security_opt).toEqual(['no-new-privileges:true']);
  }
  for (const service of Object.values(services)) {
    expect(service.restart).toBe('unless-stopped');
    expect(service.healthcheck?.test[0]).toBe('CMD');
  }
  expect(services['server']?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  expect(services['proxy']?.depends_on).toEqual({ server: { condition: 'service_healthy' } });
});

test('every file that is mounted is here, and every one with settings is made by the commands of the document', () => {
  const mounted = Object.values(services)
    .flatMap(({ volumes = [] }) => volumes)
    .map((volume) => volume.split(':')[0] ?? '')
    .filter((source) => source.startsWith('./') && source !== './files');
  expect(mounted.length).toBe(2);
  expect(mounted.filter((source) => !existsSync(path.join(ROOT, 'deploy', source)))).toEqual([]);
  const given = Object.values(services).flatMap(({ env_file: files = [] }) => files);
  expect(given.toSorted()).toEqual(['database.env', 'wattle.env']);
  for (const file of given) expect(page).toContain(`> ${file}`);
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
  expect(asked.length).toBeGreaterThan(2);
  for (const name of asked) expect(page).toMatch(new RegExp(`${name}=`));
});

test('the image runs as no root, without what builds it, and nothing with keys is given to its build', () => {
  const lines = read('deploy/Containerfile')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  expect(last).toContain('USER 10001:10001');
  expect(last.filter((line) => /apt-get|npm /.test(line))).toEqual([]);
  expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  const ignored = read('.dockerignore').split('\n');
  for (const kept of ['**/*.env', '**/.env', '**/.wattle*', '**/node_modules', 'deploy/files'])
    expect(ignored).toContain(kept);
});

const CADDY = '/usr/bin/caddy';
test.runIf(existsSync(CADDY))('Caddy accepts its sites as they are formatted', () => {
  const file = path.join(ROOT, 'deploy/caddy/Caddyfile');
  const adapted = spawnSync(CADDY, ['adapt', '--validate', '--adapter', 'caddyfile', '--config', file], {
    encoding: 'utf8',
    env: { HOME: '/nonexistent' },
  });
  expect(adapted).toMatchObject({ status: 0, stderr: expect.not.stringMatching(/not formatted|Error/) });
});
