import { wordsOfFault } from '../../outside/fault-words.ts';

/** The server cannot be reached, or something other than a desk answers. The message says which, and what to do. */
export class NoAnswer extends Error {
  constructor(url: string, why: string, options?: ErrorOptions) {
    super(`No desk answers at ${url}: ${why}.`, options);
  }
}

/** Reason why a call had no answer. */
export function whyNoAnswer(error: unknown): string {
  const { name, cause } = error as { readonly name?: unknown; readonly cause?: unknown };
  if (name === 'TimeoutError') return 'it said nothing for 30 seconds. Try again';
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (message === 'unexpected redirect') return 'it sends on to another address. Give the one of the desk itself';
  if (typeof code !== 'string') return 'the call failed';
  return wordsOfFault(code) ?? `the call failed with ${code}`;
}
