import * as z from 'zod';
import { ConfigError, isOnThisMachine } from './config-error.ts';
import { demandsTls, type Mode } from './mode.ts';

/** Where traces go, and which of them. */
export type TracingSettings = {
  /** Address for traces alone, as the protocol has it: the base and `/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** Part of the traces that a sampler by ratio keeps, 0 to 1. */
  readonly ratio: number;
  /** Whether a trace that a trusted proxy began is gone on with. */
  readonly takesParents: boolean;
};

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/** Names of the OpenTelemetry specification, and one of Wattle. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Percent-encoded, as in W3C Baggage. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(
      /^\s*[\w.-]+\s*=\s*[^,\s]*\s*(,\s*[\w.-]+\s*=\s*[^,\s]*\s*)*$/,
      'must be names and values, separated by commas, as authorization=Bearer%20TOKEN',
    )
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('wattle'),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d{1,9}|0\.|1\.0*)$/, 'must be a part from 0 to 1, as 0.1')
    .default('1'),
  /** `proxies` only where each trusted proxy writes the header `traceparent` itself, or removes that of its client. */
  WATTLE_TRACE_PARENT: z.enum(['none', 'proxies']).default('none'),
};

type Value = Readonly<z.output<z.ZodObject<typeof tracingEnvironment>>> & {
  readonly WATTLE_MODE: Mode;
  readonly WATTLE_TRUSTED_PROXIES?: readonly string[] | undefined;
};

/** Undefined: nothing is traced. */
export function tracingSettings(value: Value): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_HEADERS: headers } = value;
  if (base === undefined) {
    if (headers !== undefined) throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT: is missing beside its headers');
    return undefined;
  }
  if (demandsTls(value.WATTLE_MODE) && headers !== undefined && base.startsWith('http:') && !isOnThisMachine(base))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT: must be https, its headers carry a secret');
  const takesParents = value.WATTLE_TRACE_PARENT === 'proxies';
  if (takesParents && (value.WATTLE_TRUSTED_PROXIES ?? []).length === 0)
    throw new ConfigError('WATTLE_TRACE_PARENT: needs WATTLE_TRUSTED_PROXIES, which says whose header counts');
  return {
    url: `${base.replace(/\/+$/, '')}/v1/traces`,
    headers: headersOf(headers ?? ''),
    serviceName: value.OTEL_SERVICE_NAME,
    sampler: value.OTEL_TRACES_SAMPLER,
    ratio: Number(value.OTEL_TRACES_SAMPLER_ARG),
    takesParents,
  };
}

function headersOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
      }),
    );
  } catch {
    // The message of the decoder would be the same for each value, and a value is a secret.
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS: has a % that is not followed by two hexadecimal digits');
  }
}
