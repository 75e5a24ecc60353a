import { setTimeout as pause } from 'node:timers/promises';
import { lithicSandbox } from '../../outside/processors/lithic/sandbox.ts';
import {
  emptyState,
  type Heard,
  openDesk,
  SANDBOX_ACTS,
  SandboxRefused,
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
  /** Secrets of a purpose that are valid, the newest first. */
  secrets(purpose: 'asks' | 'events'): readonly string[];
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
  /** Locks the account of a card by the processor's id of it, and answers what unlocks it. */
  readonly lock: (card: string) => Promise<() => Promise<void>>;
};

const OTHER_SECRET = { stripe: 'whsec_wrong', lithic: Buffer.alloc(32, 255).toString('base64') } as const;

/** Carries a command out: asks, hears the answer, and tells. Answers what was delivered. */
export async function playProcessor(
  command: ProcessorCommand,
  { store, connection, businessMs, now, post, lock }: Stage,
): Promise<readonly SandboxDelivery[]> {
  const processor = SANDBOXES[command.processor];
  const unlock = command.lockMs === undefined ? undefined : await lock(command.card);
  const unlocked = unlock && pause(command.lockMs).then(unlock);
  const before = store.state(connection.publicId) as SandboxState<Purchase> | undefined;
  const desk = openDesk(before ?? emptyState<Purchase>(), businessMs);
  const sent: Omit<SandboxDelivery, 'belief'>[] = [];
  let asked = before?.asked;

  async function deliver(act: string, sending: Sending) {
    const secrets = connection.secrets(sending.path);
    const valid = (command.secret === 'oldest' ? secrets.at(-1) : secrets[0]) ?? '';
    const secret = command.secret === 'wrong' ? OTHER_SECRET[command.processor] : valid;
    const path = command.otherPath ? (sending.path === 'asks' ? 'events' : 'asks') : sending.path;
    const headers = processor.sign(secret, sending, now() - command.oldSeconds * 1000);
    const beganMs = now();
    const answer = await post(`/processors/${connection.publicId}/${path}`, headers, sending.body);
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
    asked = sending;
    const answers = await Promise.all(Array.from({ length: command.atOnce }, () => deliver(act, sending)));
    if (command.fiveHundredOnce || command.faults.twice) answers.push(await deliver(act, sending));
    if (command.changed) await deliver(act, changedQuestion(sending));
    const answer = command.fiveHundredOnce ? answers[1] : answers[0];
    if (command.lateMs !== undefined || !answer) return { heard: 'late', approves: command.approvesOnSilence };
    return processor.hear(answer.status, answer.body);
  }

  /** The same ids with another amount: they follow from the state before. */
  function changedQuestion({ id }: Sending): Sending {
    const other = openDesk(before ?? emptyState<Purchase>(), businessMs);
    const question = processor.ask(other, { ...command, amount: (command.amount ?? 0) + 100 });
    if (question?.id !== id) throw new SandboxRefused('Only a question can be changed.');
    return question;
  }

  const [only] = command.acts;
  if (command.again) {
    if (!before?.asked) throw new SandboxRefused('There is no question to send again: authorise first.');
    await deliver(command.act, before.asked);
  } else if (command.acts.length === 1 && only) {
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

  await unlocked;
  const after = desk.state();
  const newest = Object.values(after.purchases).at(-1);
  const belief = newest === undefined ? 'nothing' : processor.belief(newest);
  const deliveries = sent.map((one) => ({ ...one, belief }));
  // The fake API keeps its cards beside.
  store.save(
    connection.publicId,
    {
      ...before,
      ...after,
      asked,
      ...(command.confirms !== undefined && { confirms: command.confirms }),
      ...(command.report !== undefined && { report: command.report }),
    },
    deliveries,
  );
  return deliveries;
}
