import { createTopic } from '../store.ts';

/** Published when the server failed (500) at a call that the page cannot go on without. */
const faults = createTopic();

export const reportServerFault = faults.publish;
export const onServerFault = faults.subscribe;
