import { lithicSandbox } from '../../outside/processors/lithic/sandbox.ts';
import {
  emptyState,
  type Heard,
  openDesk,
  SANDBOX_ACTS,
  type SandboxProcessor,
  type SandboxState,
  type Sending,
  withFaults,
} from '../../outside/processors/sandbox/sandbox.ts';
import type { ProcessorSandbox, SandboxDelivery } from '../../outside/processors/sandbox/store.ts';
import { stripeSandbox } from '../../outside/processors/stripe/sandbox.ts';
import type { ProcessorCommand } from './processor-command.ts';

type Purchase = { readonly card: string };

const SANDBOXES = { stripe: stripeSandbox, lithic: lithicSandbox } as unknown as Readonly<
  Record<ProcessorCommand['processor'], SandboxProcessor<Purchase>>
>;

/** The connection that a processor of the sandbox delivers to. */
export type PlayedConnection = {
  readonly publicId: string;
  readonly name: string;
  readonly deadlineMs: number;
  /** Secrets of a purpose, the newest first. */
  secret(purpose: 'asks' | 'events'): string;
};

export type Post = (
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<{ readonly status: number; readonly body: string } | undefined>;

export type Stage = {
  readonly store: ProcessorSandbox;
  readonly connection: PlayedConnection;
  /** Business clock of told events, and security clock of signatures and of the time used. */
  readonly businessMs: number;
  readonly now: () => number;
  readonly post: Post;
};

const OTHER_SECRET = { stripe: 'whsec_wrong', lithic: Buffer.alloc(32, 255).toString('base64') } as const;

/** Carries a command out: asks, hears the answer, and tells. Answers what was delivered. */
export async function playProcessor(
  command: ProcessorCommand,
  { store, connection, businessMs, now, post }: Stage,
): Promise<readonly SandboxDelivery[]> {
  const processor = SANDBOXES[command.processor];
  const before = store.state(connection.publicId) as SandboxState<Purchase> | undefined;
  const desk = openDesk(before ?? emptyState<Purchase>(), businessMs);
  const sent: Omit<SandboxDelivery, 'belief'>[] = [];

  async function deliver(act: string, sending: Sending) {
    const secret = command.wrongSecret ? OTHER_SECRET[command.processor] : connection.secret(sending.path);
    const headers = processor.sign(secret, sending, now() - command.oldSeconds * 1000);
    const beganMs = now();
    const answer = await post(`/processors/${connection.publicId}/${sending.path}`, headers, sending.body);
    sent.push({
      at: new Date(businessMs).toISOString(),
      processor: command.processor,
      connection: connection.name,
      act,
      name: sending.name,
      id: sending.id,
      status: answer?.status ?? null,
      answer: answer?.body.slice(0, 400) ?? '',
      ms: Math.round(now() - beganMs),
      deadlineMs: sending.path === 'asks' ? connection.deadlineMs : 0,
    });
    return answer;
  }

  /** Asks, and answers how the processor takes what it hears. */
  async function ask(act: string, sending: Sending): Promise<Heard> {
    const answers = [await deliver(act, sending)];
    if (command.fiveHundredOnce || command.faults.twice) answers.push(await deliver(act, sending));
    const answer = command.fiveHundredOnce ? answers[1] : answers[0];
    if (command.lateMs !== undefined || !answer) return { heard: 'late', approves: command.approvesOnSilence };
    return processor.hear(answer.status, answer.body);
  }

  const [only] = command.acts;
  if (command.acts.length === 1 && only) {
    const question = processor.ask(desk, command);
    const heard: Heard = question ? await ask(only, question) : { heard: 'approved' };
    for (const sending of withFaults(processor.tell(desk, command, heard), command.faults))
      await deliver(only, sending);
  } else {
    // Happens in the order of life and is sent in another one, so that no answer decides the events.
    const happened = new Map<string, readonly Sending[]>();
    for (const act of SANDBOX_ACTS.filter((one) => command.acts.includes(one))) {
      const question = processor.ask(desk, { ...command, act });
      const told = processor.tell(desk, { ...command, act }, { heard: 'approved' });
      happened.set(act, withFaults([...(question ? [question] : []), ...told], command.faults));
    }
    for (const act of command.acts) for (const sending of happened.get(act) ?? []) await deliver(act, sending);
  }

  const after = desk.state();
  const newest = Object.values(after.purchases).at(-1);
  const belief = newest === undefined ? 'nothing' : processor.belief(newest);
  const deliveries = sent.map((one) => ({ ...one, belief }));
  // The fake API keeps its cards beside.
  store.save(
    connection.publicId,
    { ...before, ...after, ...(command.confirms !== undefined && { confirms: command.confirms }) },
    deliveries,
  );
  return deliveries;
}
