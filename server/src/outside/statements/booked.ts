/** Entry of an account that someone else keeps for a programme, as they see it. */
export type Booked = {
  readonly programme: number;
  /** Melbourne, `2026-11-20`. */
  readonly day: string;
  /** Signed cents: above zero is money for the programme. */
  readonly cents: bigint;
  /** With `words` it names the entry: no two are equal. */
  readonly reference: string;
  readonly words: string;
};
