import type { AdyenSettings } from '../../../config/gateway-settings.ts';
import { callText } from '../../http-json.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import type { Policy } from '../../policy.ts';

/** Name of a settlement details report, as a notice signs it. */
const REPORT = /^settlement_detail_report_batch_\d{1,9}\.csv$/;

/** Largest report in bytes: some 150,000 entries. */
const REPORT_MOST = 32 * 1024 * 1024;

/** Whether a report is one that reconciliation reads. */
export const isSettlementReport = (name: string) => REPORT.test(name);

/**
 * Fetches a report of the merchant account by its name. The address is made of the settings, because a notice does not
 * sign the one that it carries.
 *
 * @returns unknown where something else came, such as a page that asks for a sign-in
 */
export function fetchReport(
  { merchantAccount }: Pick<AdyenSettings, 'merchantAccount'>,
  { url, key }: NonNullable<AdyenSettings['reports']>,
  name: string,
  policy: Policy,
): Promise<OutsideOutcome<string>> {
  if (!isSettlementReport(name)) return Promise.resolve({ kind: 'refused', code: 'not_a_report' });
  const path = `reports/download/MerchantAccount/${encodeURIComponent(merchantAccount)}/${name}`;
  return policy.call((signal) =>
    callText({
      url: `${url.replace(/\/$/, '')}/${path}`,
      headers: { 'X-API-Key': key },
      read: (text) => (text.split('\n', 1)[0]?.includes('Psp Reference') ? text : undefined),
      // It may be there later.
      refusal: () => undefined,
      mostBytes: REPORT_MOST,
      addresses: policy.addresses,
      signal,
    }),
  );
}
