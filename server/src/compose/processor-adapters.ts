import { lithic } from '../outside/processors/lithic/lithic.ts';
import type { ProcessorAdapter } from '../outside/processors/port.ts';
import { stripe } from '../outside/processors/stripe/stripe.ts';
import { wattle } from '../outside/processors/wattle/wattle.ts';

/** The card processors that a programme can connect to. */
export const processorAdapters: readonly ProcessorAdapter[] = [lithic, stripe, wattle];
