import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../../config/tracing-settings.ts';
import type { Log } from '../log.ts';
import { allowed } from './facts.ts';
import { type NewSpan, type RemoteParent, type Span, type SpanKind, traceWith } from './spans.ts';

/** Spans that wait for the collector. Those above are dropped: nothing waits for it, and memory is bounded. */
const WAITING_MOST = 4_096;
const EVERY_MS = 2_000;
const EXPORT_MS = 10_000;
/** How long an ending server tries to hand over what it has. */
const LAST_MS = 2_000;
/** Calls that a batch is linked to. */
const LINKS_MOST = 64;

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  work: OtelKind.INTERNAL,
};

/** Traces this process from now on, to a collector by OTLP over HTTP. The only file that loads OpenTelemetry. */
export function openTracing(settings: TracingSettings, log: Log): { close(): Promise<void> } {
  const exporter = noticing(
    new OTLPTraceExporter({ url: settings.url, headers: { ...settings.headers }, timeoutMillis: EXPORT_MS }),
    log,
  );
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: WAITING_MOST,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName }),
    sampler: samplerOf(settings),
    spanProcessors: [processor],
    spanLimits: { attributeValueLengthLimit: 256, eventCountLimit: 0, linkCountLimit: LINKS_MOST },
  });
  const tracer = provider.getTracer('wattle');
  const opened = new WeakMap<Span, OtelSpan>();
  const end = traceWith({
    start(given) {
      const parents = given.parents.flatMap((one) => opened.get(one) ?? []);
      // What several share is kept where one of them is.
      const parent = parents.find(isSampled) ?? parents[0];
      const others = parents.filter((one) => one !== parent).slice(0, LINKS_MOST);
      const links = others.map((other): Link => ({ context: other.spanContext() }));
      const attributes: Attributes = allowed(given.facts);
      const options = { kind: KINDS[given.kind], attributes, links };
      const made = tracer.startSpan(given.name, options, contextOf(parent, given));
      const span = spanOf(made);
      opened.set(span, made);
      return span;
    },
  });
  return {
    async close() {
      end();
      const ended = provider.shutdown().catch(() => {});
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LAST_MS);
      });
      await Promise.race([ended, late]);
      clearTimeout(timer);
    },
  };
}

const isSampled = (span: OtelSpan) => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

function contextOf(parent: OtelSpan | undefined, { remote }: NewSpan): Context {
  if (parent) return trace.setSpan(ROOT_CONTEXT, parent);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, remoteContext(remote)) : ROOT_CONTEXT;
}

const remoteContext = (remote: RemoteParent) => ({
  traceId: remote.traceId,
  spanId: remote.spanId,
  isRemote: true,
  traceFlags: remote.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
});

function spanOf(made: OtelSpan): Span {
  return {
    traceId: made.spanContext().traceId,
    note: (facts) => void made.setAttributes(allowed(facts)),
    fail(type) {
      made.setAttributes(allowed({ 'error.type': type }));
      // Without a message, which could quote what someone typed.
      made.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => made.end(),
  };
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const own = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('always_on')
      ? new AlwaysOnSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root: own }) : own;
}

/** Logs once when the collector takes no spans any more, and once when it takes them again. */
function noticing(exporter: OTLPTraceExporter, log: Log): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fault = result.error as { readonly code?: unknown } | undefined;
        const failed = result.code !== 0;
        if (failed && !isAway)
          log.warn({ code: fault?.code }, 'the collector of traces takes no spans: they are dropped');
        if (!failed && isAway) log.info({}, 'the collector of traces takes spans again');
        isAway = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
