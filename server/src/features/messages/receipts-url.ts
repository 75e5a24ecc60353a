import type { AppConfig } from '../../config/config.ts';

/**
 * Public address that a provider of text messages posts the receipts of a programme to, as it is signed by providers: at
 * the first origin of the settings. Undefined: none is set, and no receipts are asked for.
 */
export function smsReceiptsUrl({ origins }: Pick<AppConfig, 'origins'>, tenantId: number): string | undefined {
  const [origin] = origins;
  return origin === undefined ? undefined : `${origin}/network/sms-receipts/${tenantId}`;
}
