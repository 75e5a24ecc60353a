import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OwnerDriver } from './driver.ts';

type Drivers = Readonly<Record<string, readonly OwnerDriver[]>>;

/** The drivers of every file `FEATURE-drivers.ts` beside this one: what each of them exports. */
export async function readFeatureDrivers(): Promise<Drivers> {
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter((name) => name.endsWith('-drivers.ts') && name !== 'feature-drivers.ts');
  const modules = await Promise.all(
    files.map(async (name) => (await import(pathToFileURL(path.join(folder, name)).href)) as Record<string, Drivers>),
  );
  return Object.assign({}, ...modules.flatMap((module) => Object.values(module))) as Drivers;
}
