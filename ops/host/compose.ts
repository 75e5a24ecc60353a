import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../tools/steps.ts';

/** A service of deploy/compose.yaml: what tests ask of it. */
export type Service = {
  readonly image: string;
  readonly restart: string;
  readonly networks: Readonly<Record<string, { readonly ipv4_address?: string; readonly aliases?: string[] } | null>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly security_opt?: readonly string[];
  readonly healthcheck?: { readonly test: readonly [string, ...string[]]; readonly start_period?: string };
};

type Network = {
  readonly internal?: boolean;
  readonly ipam?: { readonly config: readonly { readonly subnet: string }[] };
};

/** deploy/compose.yaml. Its variables are as they are written. */
export function readCompose() {
  const document = parse(readFileSync(path.join(ROOT, 'deploy/compose.yaml'), 'utf8')) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly networks: Readonly<Record<string, Network>>;
  };
  return { document, services: document.services, networks: document.networks };
}

/** The environment that Compose gives a service, with the files beside compose.yaml in a folder: its own lines win. */
export function environmentOf(service: Service, folder: string): Readonly<Record<string, string>> {
  const variables = readSettings(path.join(folder, '.env'));
  const files = (service.env_file ?? []).map((name) => readSettings(path.join(folder, name)));
  const own = Object.entries(service.environment ?? {}).map(([name, value]) => [name, filled(value, variables)]);
  return Object.assign({}, ...files, Object.fromEntries(own)) as Record<string, string>;
}

/** A value with its variables, each of which has to be there. */
export function filled(value: string, variables: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\$\{(\w+):\?([^}]*)\}/g, (_, name: string, why: string) => {
    const given = variables[name];
    if (given === undefined) throw new Error(`${name} is not set: ${why}`);
    return given;
  });
}

/** Lines of a file with settings, NAME=value, the value as it is or in single quotes. */
export function readSettings(file: string): Readonly<Record<string, string>> {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return [name, value.replace(/^'(.*)'$/, '$1')];
    }),
  );
}
