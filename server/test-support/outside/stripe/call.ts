import type { Nested } from './forms.ts';

export type StripeCall = {
  readonly method: string;
  readonly path: string;
  readonly query: Nested;
  readonly fields: Nested;
  readonly key: string | undefined;
};

/** A refusal in Stripe's words. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, type: string, more: Readonly<Record<string, string>> = {}) {
    super(type);
    this.status = status;
    this.body = { error: { type, message: 'No.', ...more } };
  }
}
