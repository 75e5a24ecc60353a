import { ERRORS } from '@wattle/contract/errors.ts';
import type { AnyOperation } from '@wattle/contract/operation.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Wire } from './contract-rules.ts';
import { isTest, type Tree } from './tree.ts';

function isOperation(value: unknown): value is AnyOperation {
  if (typeof value !== 'object' || value === null) return false;
  const candidate = value as Partial<Record<keyof AnyOperation, unknown>>;
  return (
    ['name', 'method', 'path', 'auth', 'response'].every((key) => key in candidate) && Array.isArray(candidate.errors)
  );
}

/** Imports the contract, the server's list of routes and the owner's drivers. */
export async function readWire(root: string, tree: Tree): Promise<Wire> {
  const operations: AnyOperation[] = [];
  for (const path of tree.paths.filter((file) => /^contract\/src\/.*\.ts$/.test(file) && !isTest(file))) {
    const file = (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>;
    operations.push(...Object.values(file).filter(isOperation));
  }
  const { routes } = (await import(pathToFileURL(join(root, 'server/src/compose/routes.ts')).href)) as {
    routes: readonly { operation: AnyOperation }[];
  };
  const { OWNER_DRIVERS } = (await import(
    pathToFileURL(join(root, 'server/test-support/ownership/drivers.ts')).href
  )) as {
    OWNER_DRIVERS: Readonly<Record<string, readonly { refusal?: readonly [number, string] | (() => unknown) }[]>>;
  };
  const refusedToOthers = Object.fromEntries(
    Object.entries(OWNER_DRIVERS).map(([name, drivers]) => [
      name,
      drivers.flatMap(({ refusal }) => (typeof refusal === 'object' ? [refusal[1]] : [])),
    ]),
  );
  return { operations, bound: routes.map((route) => route.operation.name), codes: ERRORS, refusedToOthers };
}
