import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../tools/steps.ts';

/** A service of deploy/compose.yaml: what tests ask of it. */
export type Service = {
  readonly image: string;
  readonly restart: string;
  readonly networks: Readonly<Record<string, { readonly ipv4_address?: string } | null>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly security_opt?: readonly string[];
  readonly healthcheck?: { readonly test: readonly [string, ...string[]] };
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
