type Rule = (value: string | number) => boolean;

const text =
  (form: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && form.test(value);
const number =
  (most: number): Rule =>
  (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/** A name of ours: of an operation, a job, a system, an outcome. It holds no digits in a row, as a number of a person does. */
const NAME = /^(?!.*\d{4})[a-z][\w/.-]{0,79}$/i;
/** A system of others, and which part of it: `bank`, `bank:out`. What follows the colon is of us (outside/policy.ts). */
const SYSTEM = /^[a-z]{1,40}(:[a-z]{1,20})?$/i;
/** Path of a route as it is declared, with the names of its parameters. */
const ROUTE = /^(?!.*\d{4})(unmatched|(\/[\w.:*{}-]*)+|\*)$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Name or address of a host. */
const HOST = /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$|^[\da-f:.]{2,45}$/i;

/**
 * All that a span may say, and the form of each. What is not here, and a value of another form, is left out: a trace is
 * read by more people than the books, and leaves for a system of others.
 */
const ALLOWED = {
  'http.request.method': text(/^[A-Z]{3,7}$/),
  'http.route': text(ROUTE),
  'http.response.status_code': number(599),
  'db.system.name': text(/^postgresql$/),
  'error.type': text(/^(?!.*\d{6})[A-Za-z_\d]{1,60}$/),
  'server.address': text(HOST),
  'wattle.attempt': number(10_000),
  'wattle.batch': number(10_000),
  'wattle.ending': text(/^[a-z ]{1,20}$/),
  'wattle.job': text(NAME),
  'wattle.operation': text(NAME),
  'wattle.outcome': text(NAME),
  'wattle.programme': number(2 ** 31),
  'wattle.request_id': text(UUID),
  'wattle.system': text(SYSTEM),
} as const satisfies Readonly<Record<string, Rule>>;

export type FactName = keyof typeof ALLOWED;
export type Facts = { readonly [Name in FactName]?: string | number | undefined };

const RULES: ReadonlyMap<string, Rule> = new Map(Object.entries(ALLOWED));

/** Names of all facts. */
export const FACT_NAMES: readonly string[] = [...RULES.keys()];

/** Facts that a span may have. */
export function allowed(facts: Facts): Record<string, string | number> {
  const kept: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined && RULES.get(name)?.(value)) kept[name] = value;
  }
  return kept;
}
