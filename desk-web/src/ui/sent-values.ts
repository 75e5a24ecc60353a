import { dayOf } from '@wattle/contract/rules/typed-date.ts';
import type { InputDefinition } from '../calls/definitions.ts';

/** Values of a form as they are typed, by the names of the inputs. */
export type Values = Readonly<Record<string, string | boolean>>;

/** Whether an input takes a day, which is typed in its three parts. */
export const isDay = ({ takes }: InputDefinition): boolean => /^a day\b/.test(takes);

/**
 * The values as a command takes them: a day as `2026-11-30`. A malformed value is sent unchanged, and the server's
 * refusal names it.
 */
export function sentValues(inputs: readonly InputDefinition[], values: Values): Values {
  const days = new Set(inputs.filter(isDay).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      days.has(name) && typeof value === 'string' ? (dayOf(value) ?? value) : value,
    ]),
  );
}
