import type { RemoteParent } from './spans.ts';

/**
 * Reads the header `traceparent` (W3C Trace Context, version 00). Undefined: it is malformed, or names no trace. Of a
 * higher version the fields that are known here are read, as the recommendation has it.
 */
export function readTraceParent(header: string): RemoteParent | undefined {
  const [, version = '', traceId = '', spanId = '', flags = '', more = ''] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header.trim()) ?? [];
  if (version === '' || version === 'ff' || (version === '00' && more !== '')) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
