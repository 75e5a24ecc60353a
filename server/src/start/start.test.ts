import { statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { expectGone, givenServerHome, givenStartedHome, isAlive } from '../../test-support/processes/server-process.ts';
import type { ServerHome } from '../../test-support/processes/server-process.ts';

/** The bars of the specification are for a quiet machine; these starts share two cores with other tests. */
const LIMIT_MS = 120_000;

describe('the server process', { timeout: LIMIT_MS }, () => {
  let home: ServerHome;
  afterEach(() => home.close(), LIMIT_MS);

  it('starts on nothing, answers, leaves no process behind when it is stopped, and refuses an unknown default brand', async () => {
    home = await givenServerHome();
    const server = home.launch();
    const { baseUrl, pid } = await server.ready();
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    expect(pid).toBe(server.child.pid);
    expect(server.output()).toContain(`http://localhost:${home.port}`);
    expect(server.output()).toMatch(/amelia\.chen@example\.com +Golden-Wattle-2026/);
    for (const file of ['instance.json', 'keys.json']) {
      expect(statSync(path.join(home.dataFolder, file)).mode & 0o777).toBe(0o600);
    }
    const postgres = home.postgresPid() ?? -1;
    expect(isAlive(postgres)).toBe(true);

    server.child.kill('SIGINT');
    // The terminal sends Ctrl-C to every process, and npm passes it on again: still one wish.
    server.child.kill('SIGINT');
    expect(await server.ended()).toBe(0);
    await expectGone(postgres);
    expect(() => statSync(path.join(home.dataFolder, 'instance.json'))).toThrow('ENOENT');

    const other = home.launch({ WATTLE_DEFAULT_BRAND: 'kea' });
    expect(await other.ended()).toBe(1);
    expect(other.output()).toMatch(/^WATTLE_DEFAULT_BRAND: there is no brand kea, only .*wattle/m);
    expect(other.output()).not.toContain('    at ');
    expect(home.postgresPid()).toBeUndefined();
  });

  it('does not start twice on one data folder, and the first goes on', async () => {
    home = await givenStartedHome();
    const { baseUrl } = await home.launch().ready();
    const second = home.launch({ PORT: '0' });
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain(`Wattle is already running on ${home.dataFolder}: ${baseUrl}`);
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
  });
});
