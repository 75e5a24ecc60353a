import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { checkAll } from '../../src/commands/config/check.ts';
import type { Finding } from '../../src/commands/config/finding.ts';
import { givenBrand, givenProduct, type TestBrand } from '../factories.ts';
import { givenContext, type TestContext } from './database.ts';
import type { Env, Kept } from './configured.ts';

export const LIMIT_MS = 8_000;
export const TRUSTED = getCACertificates('default');

export type GivenCheck = {
  readonly ctx: TestContext;
  readonly brand: TestBrand;
  /** Data folder. */
  readonly folder: string;
};

/** A database with a brand and a product, a data folder, and the check of settings on them. */
export function givenCheck() {
  const given: { -readonly [Part in keyof GivenCheck]?: GivenCheck[Part] } = {};
  beforeAll(async () => {
    given.ctx = await givenContext();
    given.brand = await givenBrand(given.ctx);
    await givenProduct(given.ctx, { brand: given.brand });
    given.folder = await mkdtemp(path.join(tmpdir(), 'wattle-config-'));
  });
  afterAll(async () => {
    await given.ctx?.close();
    if (given.folder !== undefined) await rm(given.folder, { recursive: true });
  });
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    setDefaultCACertificates(TRUSTED);
    for (const close of closing.splice(0)) await close();
  });
  const kept: Kept = (server) => {
    closing.push(() => server.close());
    return server;
  };
  const parts = given as GivenCheck;
  const check = (env: Env, limitMs = LIMIT_MS) =>
    checkAll({
      env: { WATTLE_DATA: parts.folder, DATABASE_URL: parts.ctx.url, ...env },
      resolve: (file) => path.resolve(file),
      limitMs,
    });
  const failedOf = async (env: Env, about: string, limitMs?: number) =>
    linesOf(await check(env, limitMs), 'failed').filter((line) => line.startsWith(about));
  return { given: parts, kept, check, failedOf };
}

export const linesOf = (findings: readonly Finding[], state: Finding['state']): string[] =>
  findings.filter((one) => one.state === state).map(({ about, words }) => `${about}: ${words}`);
