/** The database cannot be reached or accepts no connection. The caller answers 503. */
export class DatabaseUnavailable extends Error {}

/**
 * The node refuses writes: it was demoted, or is a standby that has not been promoted yet. The caller answers
 * 503.
 */
export class DatabaseReadOnly extends DatabaseUnavailable {}

/** The tenant is in another cluster, being moved, or frozen. Nothing was written. */
export class TenantElsewhere extends DatabaseUnavailable {
  readonly tenantId: number;
  /** Writes are possible again soon, here or elsewhere. */
  readonly isFrozen: boolean;

  constructor(tenantId: number, isFrozen: boolean, options: ErrorOptions) {
    super('the tenant takes nothing here', options);
    this.tenantId = tenantId;
    this.isFrozen = isFrozen;
  }
}

/** No connection could be made, or it was lost before COMMIT was sent: nothing was written. */
export class DatabaseUnreachable extends DatabaseUnavailable {}

/**
 * The time of a message is up. Nothing was written, unless `isInDoubt`: COMMIT was sent before, and its outcome was not
 * known in time.
 */
export class Late extends DatabaseUnavailable {
  readonly isInDoubt: boolean;

  constructor(isInDoubt: boolean, options?: ErrorOptions) {
    super('the time of the message is up', options);
    this.isInDoubt = isInDoubt;
  }
}
