import { readFileSync } from 'node:fs';
import * as z from 'zod';

type Schema = Parameters<typeof z.fromJSONSchema>[0];
type Description = { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } };
type Calls = Description & {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
            readonly requestBody?: { readonly $ref: string };
            readonly responses: Readonly<Record<string, { readonly $ref: string } | null>>;
          }
        >
      >
    >
  >;
};
type Webhooks = Description & { readonly webhooks: Readonly<Record<string, string>> };

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Calls of Adyen's Checkout API that we make, and its notices that we read, cut from its published descriptions. */
export const CHECKOUT = read('checkout-v72.json') as Calls;
export const WEBHOOKS = read('webhooks-v1.json') as Webhooks;

function shapeOf({ components }: Description, name: string): z.ZodType {
  const inDefs = JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema({ $defs: JSON.parse(inDefs) as Record<string, never>, $ref: `#/$defs/${name}` });
}

const shapes = new Map<string, z.ZodType>();

/** Fault of a value for a schema of a description; undefined: it has none. */
function faultOf(description: Description, name: string, value: unknown): string | undefined {
  const shape = shapes.get(name) ?? shapeOf(description, name);
  shapes.set(name, shape);
  const judged = shape.safeParse(value);
  return judged.success ? undefined : `${name}: ${z.prettifyError(judged.error)}`;
}

const nameOf = (given: { readonly $ref: string }) => given.$ref.split('/').at(-1) ?? '';

/** The described call of a method and a path, and what is wrong with a request of it. */
export function describedCall(method: string, path: string) {
  const [pathname = '', search = ''] = path.replace(/^\/v72/, '').split('?');
  const named = Object.entries(CHECKOUT.paths).find(([form, methods]) => {
    const pattern = new RegExp(`^${form.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return path.startsWith('/v72/') && pattern.test(pathname) && methods[method.toLowerCase()] !== undefined;
  });
  const call = named?.[1][method.toLowerCase()];
  if (!call) return undefined;
  return {
    faults(body: unknown): readonly string[] {
      const given = new URLSearchParams(search);
      const query = call.parameters.filter((each) => each.in === 'query');
      return [
        ...query.filter((each) => each.required && !given.has(each.name)).map((each) => `${each.name} is missing`),
        ...[...given.keys()].filter((name) => !query.some((each) => each.name === name)),
        ...(call.requestBody ? [faultOf(CHECKOUT, nameOf(call.requestBody), body)] : []),
        ...(!call.requestBody && body !== undefined ? ['no body is described'] : []),
      ].filter((fault) => fault !== undefined);
    },
    answerFault(status: number, body: unknown): string | undefined {
      const answer = call.responses[status];
      // Removing a stored card describes no error.
      if (answer === undefined) return status < 400 ? `status ${status} is not described` : undefined;
      return answer === null ? undefined : faultOf(CHECKOUT, nameOf(answer), body);
    },
  };
}

/** Fault of an item of a notice; undefined: it has none. */
export function itemFault(item: { readonly eventCode: string }): string | undefined {
  const name = WEBHOOKS.webhooks[item.eventCode];
  return name === undefined ? `${item.eventCode} is not described` : faultOf(WEBHOOKS, name, item);
}
