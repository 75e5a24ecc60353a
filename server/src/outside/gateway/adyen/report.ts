import type { AdyenSettings } from '../../../config/gateway-settings.ts';
import { callText } from '../../http-json.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import type { Policy } from '../../policy.ts';
import { knownBy, signedInBy } from '../../probe.ts';

/** Name of a settlement details report, as a notice signs it. */
const REPORT = /^settlement_detail_report_batch_\d{1,9}\.csv$/;

/** One that is never there: batches are numbered from 1. */
const NO_REPORT = 'settlement_detail_report_batch_999999999.csv';

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
  merchant: Pick<AdyenSettings, 'merchantAccount'>,
  reports: NonNullable<AdyenSettings['reports']>,
  name: string,
  policy: Policy,
): Promise<OutsideOutcome<string>> {
  if (!isSettlementReport(name)) return Promise.resolve({ kind: 'refused', code: 'not_a_report' });
  // It may be there later.
  return askForReport(merchant, reports, name, policy, () => undefined);
}

/** Asks for a report that does not exist. 404 shows that the key may have those of this merchant account. */
export function tryReports(
  merchant: Pick<AdyenSettings, 'merchantAccount'>,
  reports: NonNullable<AdyenSettings['reports']>,
  policy: Policy,
): Promise<OutsideOutcome<null>> {
  return signedInBy(askForReport(merchant, reports, NO_REPORT, policy, knownBy(404)));
}

function askForReport(
  { merchantAccount }: Pick<AdyenSettings, 'merchantAccount'>,
  { url, key }: NonNullable<AdyenSettings['reports']>,
  name: string,
  policy: Policy,
  refusal: (status: number) => string | undefined,
): Promise<OutsideOutcome<string>> {
  const path = `reports/download/MerchantAccount/${encodeURIComponent(merchantAccount)}/${name}`;
  return policy.call((signal) =>
    callText({
      url: `${url.replace(/\/$/, '')}/${path}`,
      headers: { 'X-API-Key': key },
      read: (text) => (text.split('\n', 1)[0]?.includes('Psp Reference') ? text : undefined),
      refusal,
      mostBytes: REPORT_MOST,
      addresses: policy.addresses,
      signal,
    }),
  );
}
