import * as z from 'zod';
import { givenHttpServer, type HttpServer } from './http-server.ts';

/** ExportTraceServiceRequest of OTLP 1 as JSON, which the exporter posts. Another field would be refused. */
const value = z.union([z.strictObject({ stringValue: z.string() }), z.strictObject({ intValue: z.number() })]);
const attributes = z.array(z.strictObject({ key: z.string(), value }));
const span = z.strictObject({
  traceId: z.string().regex(/^[\da-f]{32}$/),
  spanId: z.string().regex(/^[\da-f]{16}$/),
  parentSpanId: z.string().optional(),
  traceState: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes,
  droppedAttributesCount: z.literal(0),
  events: z.tuple([]),
  droppedEventsCount: z.literal(0),
  status: z.strictObject({ code: z.number() }),
  links: z.array(z.looseObject({ traceId: z.string(), spanId: z.string() })),
  droppedLinksCount: z.literal(0),
  flags: z.number().optional(),
});
const posted = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes, droppedAttributesCount: z.literal(0) }),
      scopeSpans: z.array(z.strictObject({ scope: z.looseObject({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
});

export type CollectedSpan = Omit<z.output<typeof span>, 'attributes'> & {
  readonly facts: Readonly<Record<string, string | number>>;
  readonly service: Readonly<Record<string, string | number>>;
};

export type Collector = HttpServer & {
  /** Spans of all posts, by their start. */
  spans(): readonly CollectedSpan[];
  /** All bytes that came. */
  text(): string;
};

/** A collector of OpenTelemetry that takes traces as JSON. */
export async function givenCollector(
  answer: Parameters<typeof givenHttpServer>[0] = () => ({ status: 200, body: '{"partialSuccess":{}}' }),
): Promise<Collector> {
  const server = await givenHttpServer(answer);
  return {
    ...server,
    spans: () =>
      server.calls
        .flatMap(({ body }) => posted.parse(JSON.parse(body.toString())).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map((one) => ({ ...one, facts: plain(one.attributes), service: plain(resource.attributes) })),
          ),
        )
        .toSorted((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano))),
    text: () => server.calls.map(({ body }) => body.toString()).join('\n'),
  };
}

const plain = (all: z.output<typeof attributes>) =>
  Object.fromEntries(
    all.map((one) => [one.key, 'stringValue' in one.value ? one.value.stringValue : one.value.intValue]),
  );
