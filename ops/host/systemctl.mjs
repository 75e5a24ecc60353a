// Stands in for systemctl where no systemd runs: starts and stops services by what their units say.
// It knows the settings that the units of deploy/systemd and of Debian's Caddy have, and refuses others.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const UNITS = ['/etc/systemd/system', '/lib/systemd/system'];
const RUNNING = '/run/units';

/** Lines of the unit and of its drop-ins, in their order. */
function settingsOf(name) {
  const file = UNITS.map((folder) => `${folder}/${name}.service`).find((one) => existsSync(one));
  if (file === undefined) throw new Error(`Unit ${name}.service not found.`);
  const dropIns = `/etc/systemd/system/${name}.service.d`;
  const more = existsSync(dropIns) ? readdirSync(dropIns).map((one) => `${dropIns}/${one}`) : [];
  const settings = [];
  for (const one of [file, ...more]) {
    let section = '';
    for (const line of readFileSync(one, 'utf8').split('\n')) {
      if (/^\[.*\]$/.test(line)) section = line;
      const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      if (section === '[Service]' && key !== undefined) settings.push([key, value.trim()]);
    }
  }
  return settings;
}

/** NAME=value, the value in quotes or not. */
function readEnvironment(text) {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^\s*(\w+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value.trim().replace(/^(['"])(.*)\1$/, '$2')]];
    }),
  );
}

/** Settings that say how systemd looks after a service: nothing here does. */
const IGNORED = new Set([
  'Type',
  'ExecReload',
  'KillMode',
  'TimeoutStopSec',
  'Restart',
  'RestartSec',
  'LimitNOFILE',
  'LimitNPROC',
]);
const NEEDS_SYSTEMD = /^(Protect(?!System$)|Private(?!Tmp$)|Restrict|Lock|RemoveIPC|SystemCall)/;

function commandOf(name) {
  const unit = {
    env: {},
    user: 'root',
    folder: '/',
    umask: '0022',
    bounding: undefined,
    ambient: [],
    isStrict: false,
    states: [],
  };
  for (const [key, value] of settingsOf(name)) {
    if (key === 'ExecStart') unit.command = value.match(/'[^']*'|\S+/g).map((word) => word.replace(/^'(.*)'$/, '$1'));
    else if (key === 'User') unit.user = value;
    else if (key === 'Group') unit.group = value;
    else if (key === 'Environment') Object.assign(unit.env, readEnvironment(value));
    else if (key === 'EnvironmentFile') {
      const file = value.replace(/^-/, '');
      if (existsSync(file) || !value.startsWith('-'))
        Object.assign(unit.env, readEnvironment(readFileSync(file, 'utf8')));
    } else if (key === 'WorkingDirectory') unit.folder = value.replace(/^-/, '');
    else if (key === 'StateDirectory') unit.states.push(value);
    else if (key === 'StateDirectoryMode') unit.stateMode = Number.parseInt(value, 8);
    else if (key === 'UMask') unit.umask = value;
    else if (key === 'NoNewPrivileges') unit.noNew = value === 'yes';
    else if (key === 'CapabilityBoundingSet') unit.bounding = value;
    else if (key === 'AmbientCapabilities') unit.ambient = value.split(/\s+/).filter(Boolean);
    else if (key === 'ProtectSystem') unit.isStrict = value === 'strict';
    else if (key === 'PrivateTmp') unit.isPrivateTmp = ['yes', 'true'].includes(value);
    else if (!IGNORED.has(key) && !NEEDS_SYSTEMD.test(key)) throw new Error(`${name}: ${key} is not known here`);
  }
  return unit;
}

function homeOf(user) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${user}:`));
  return line?.split(':')[5] ?? '/';
}

function start(name) {
  const unit = commandOf(name);
  const mounts = unit.isPrivateTmp
    ? ['mount -t tmpfs -o mode=1777 tmpfs /tmp', 'mount -t tmpfs -o mode=1777 tmpfs /var/tmp']
    : [];
  for (const state of unit.states) {
    const folder = `/var/lib/${state}`;
    mkdirSync(folder, { recursive: true });
    spawnSync('chown', [`${unit.user}:`, folder]);
    spawnSync('chmod', [(unit.stateMode ?? 0o755).toString(8), folder]);
    if (unit.isStrict) mounts.push(`mount --bind ${folder} ${folder}`);
  }
  if (unit.isStrict) mounts.push('mount -o remount,bind,ro /');
  const names = unit.ambient.map((one) => one.replace(/^CAP_/, '').toLowerCase());
  const ambient = names.map((one) => `+${one}`).join(',');
  const as = [
    'setpriv',
    `--reuid=${unit.user}`,
    `--regid=${unit.group ?? unit.user}`,
    '--init-groups',
    ...(unit.bounding === '' ? ['--bounding-set=-all'] : []),
    ...(ambient === '' ? [] : [`--inh-caps=${ambient}`, `--ambient-caps=${ambient}`]),
    ...(unit.noNew ? ['--no-new-privs'] : []),
  ];
  const steps = ['mount --make-rprivate /', ...mounts, `cd ${unit.folder}`, `umask ${unit.umask}`, 'exec "$@"'].join(
    '\n',
  );
  const log = openSync(`/var/log/${name}.log`, 'a');
  const child = spawn('unshare', ['--mount', 'sh', '-e', '-c', steps, 'sh', ...as, ...unit.command], {
    detached: true,
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: homeOf(unit.user), ...unit.env },
    stdio: ['ignore', log, log],
  });
  child.unref();
  mkdirSync(RUNNING, { recursive: true });
  writeFileSync(`${RUNNING}/${name}`, String(child.pid));
}

function isAlive(pid) {
  try {
    // One that has ended and that no one has waited for is not alive.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function stop(name) {
  const file = `${RUNNING}/${name}`;
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  const until = Date.now() + 30_000;
  while (isAlive(pid)) {
    if (Date.now() > until) throw new Error(`${name} did not stop in 30 s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  rmSync(file);
}

const [verb, ...rest] = process.argv.slice(2);
const names = rest.filter((one) => !one.startsWith('--')).map((one) => one.replace(/\.service$/, ''));
if (verb === 'enable' && rest.includes('--now')) names.forEach(start);
else if (verb === 'stop') for (const name of names) await stop(name);
else if (verb === 'restart') {
  for (const name of names) {
    await stop(name);
    start(name);
  }
} else if (verb !== 'daemon-reload') throw new Error(`systemctl ${verb} is not known here`);
