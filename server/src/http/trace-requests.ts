import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TracingSettings } from '../config/tracing-settings.ts';
import { asPartOf, type RemoteParent, type Span, startSpan } from '../platform/tracing/spans.ts';
import { readTraceParent } from '../platform/tracing/trace-parent.domain.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Span of this request, where it is traced. */
    span?: Span | undefined;
  }
}

/** Routes of monitoring and of files: many requests, each alike. */
const UNTRACED = /^\/(healthz|readyz|metrics|assets\/.*)$/;

/**
 * A span for each request, by the pattern of its route, never by its URL: that holds tokens, card numbers and codes.
 * Registered before what answers.
 */
export function traceRequests(app: FastifyInstance, settings: TracingSettings | undefined): void {
  if (!settings) return;
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = 'unmatched', config } = request.routeOptions;
    if (UNTRACED.test(route)) return done();
    request.span = startSpan({
      name: `${request.method} ${route}`,
      kind: 'server',
      facts: {
        'http.request.method': request.method,
        'http.route': route,
        'wattle.operation': config.operation,
        'wattle.request_id': request.id,
      },
      parents: [],
      remote: settings.takesParents ? parentOf(request) : undefined,
    });
    asPartOf(request.span, done);
  });
  // Reading a body leaves the span behind.
  app.addHook('preValidation', (request, _reply, done) => asPartOf(request.span, done));
  app.addHook('onRequestAbort', (request, done) => {
    request.span?.fail('aborted');
    request.span?.end();
    done();
  });
  app.addHook('onResponse', ({ span }, { statusCode }, done) => {
    span?.note({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) span?.fail(String(statusCode));
    span?.end();
    done();
  });
}

/**
 * The trace that a trusted proxy began. Anyone on the web can send the header: only a trusted proxy is
 * believed, or a stranger would choose the ids of traces, and which of them are kept.
 */
function parentOf(request: FastifyRequest): RemoteParent | undefined {
  const header = request.headers['traceparent'];
  const isOfProxy = (request.ips?.length ?? 1) > 1;
  return isOfProxy && typeof header === 'string' ? readTraceParent(header) : undefined;
}
