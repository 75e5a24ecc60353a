import type { AppContext } from '../../compose/context.ts';
import type { SecretPurpose } from '../../outside/processors/port.ts';
import { namedSecretOf } from '../programme/public.ts';
import type { Connected } from './connection.ts';

/** Secrets of a connection that are valid now, the newest first. */
export function secretsOf(
  { config }: { readonly config: Pick<AppContext['config'], 'namedSecrets'> },
  { connection }: Pick<Connected, 'connection'>,
  purpose: SecretPurpose,
): readonly string[] {
  const { tenantId, settings } = connection;
  return (settings.secrets[purpose] ?? []).flatMap(
    ({ name }) => namedSecretOf(config.namedSecrets, tenantId, name) ?? [],
  );
}
