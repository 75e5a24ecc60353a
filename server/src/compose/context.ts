import type { AppConfig } from '../config/config.ts';
import type { CardNamed } from '../features/cards/card-named.ts';
import type { CardViewPart } from '../features/card-facts/card-view-part.ts';
import type { GatewayPurposes } from '../features/gateway/purpose.ts';
import type { LiveHub } from '../features/live-updates/public.ts';
import type { OnItsWaySource } from '../features/topup/on-its-way.ts';
import type { Programmes } from '../features/programme/public.ts';
import type { Connections } from '../features/processors/connections.ts';
import type { PaymentListeners, PaymentMethods, Payments } from '../features/payments/public.ts';
import type { PasswordReset } from '../features/reset/password-reset.ts';
import type { DebitReturnKind } from '../features/settlement/answers/debit-return-kind.ts';
import type { Outside } from '../outside/outside.ts';
import type { WakeUp } from '../platform/wake-up.ts';
import type { Clocks } from '../platform/time/clock.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { SharedClock } from '../platform/database/database-clock.ts';
import type { DueWork } from '../platform/due-work/due-work.ts';
import type { InstanceHold } from '../platform/backup/instance-hold.ts';
import type { Log } from '../platform/log.ts';
import type { Places } from '../platform/tenant-places.ts';
import type { Replica } from '../platform/database/replica.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Turns } from '../platform/one-at-a-time.ts';

type Listener<Event> = (tx: Tx, ctx: AppContext, event: Event) => Promise<void>;

type Listeners = PaymentListeners & {
  readonly passwordReset: readonly Listener<PasswordReset>[];
  readonly cardNamed: readonly Listener<CardNamed>[];
  /** Called when payments of a programme go to another account at its gateway from now on. */
  readonly gatewayAccountChanged: readonly Listener<{ readonly tenantId: number }>[];
};

/** The dependencies of handlers, as plain objects. Created once by the composition root. */
export type AppContext = {
  readonly config: AppConfig;
  readonly database: Database;
  /** Connections reserved for the card network and `/readyz`. */
  readonly reserved: Database;
  /** A standby, where one is set. */
  readonly replica?: Replica | undefined;
  /** Where tenants of other clusters are, where there is more than one. */
  readonly places?: Places | undefined;
  /** Serialises the calls for one subject before they take a connection. */
  readonly turns: Turns;
  readonly clocks: Clocks;
  /** For moments that one server notes and another compares, where a minute between their clocks matters. */
  readonly sharedClock: SharedClock;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Rung after a commit that queued a message; the delivery listens. */
  readonly outboxWakeUp: WakeUp;
  /** Queues due work in the caller's transaction. */
  readonly dueWork: DueWork;
  /** Whether nothing may leave this instance, because it was restored and not released. */
  readonly instanceHold: Pick<InstanceHold, 'isHeld' | 'refresh'>;
  /** Other systems. Must be called without an open transaction. */
  readonly outside: Outside;
  /** Identities of the programmes for other systems. */
  readonly programmes: Programmes;
  /** Connections of the programmes to card processors. */
  readonly processors: Connections;
  /** Publishes changes to the browsers connected to any server on this database. */
  readonly live: LiveHub;
  /** Every way to move money for a person or the programme. */
  readonly payments: Payments;
  /** How people pay. */
  readonly paymentMethods: PaymentMethods;
  /** Reverses a direct debit that another bank has returned. */
  readonly debitReturn: DebitReturnKind;
  /** Purposes of payments by other cards. */
  readonly gatewayPurposes: GatewayPurposes;
  /** Sources of money that is in flight to an account. */
  readonly topupsOnItsWay: readonly OnItsWaySource[];
  /** Called when something happens in a feature below theirs. */
  readonly listeners: Listeners;
  /** Contributions of features to the views of a card. */
  readonly cardViewParts: readonly CardViewPart[];
};
