import type { AppConfig } from '../../config/config.ts';
import { rulesOf } from '../../config/mode.ts';
import type { CalledAddresses } from '../../outside/called-addresses.ts';
import { callText } from '../../outside/http-json.ts';
import { type Tried, tryOne } from './check-systems.ts';
import { type Finding, passed } from './finding.ts';

/** The collector of traces, which is tried with no span: it answers that with success (OTLP, Full Success). */
export async function checkCollector(
  { tracing, mode }: AppConfig,
  addresses: CalledAddresses,
  limitMs: number,
): Promise<readonly Finding[]> {
  const about = 'Traces';
  if (!tracing)
    return rulesOf(mode).hasDemo ? [] : [passed(about, 'OTEL_EXPORTER_OTLP_ENDPOINT is not set, so nothing is traced')];
  const { url } = tracing;
  const collector: Tried = {
    about,
    settings: 'OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS',
    url,
    probe: () =>
      callText({
        url,
        headers: { ...tracing.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans: [] }),
        read: () => true,
        addresses,
        signal: AbortSignal.timeout(limitMs),
      }),
  };
  return [await tryOne(collector, limitMs)];
}
