import type { OutsideOutcome } from '../outcome.ts';
import type { Probe } from '../probe.ts';

/** Document to be printed and mailed. */
export type PrintJob = {
  /** The same for every attempt; names the files. */
  readonly reference: string;
  /** `statement`, `letter` and similar, for the printer's records. */
  readonly kind: string;
  /** Lines of the envelope, the name first. */
  readonly address: readonly string[];
  readonly pdf: Uint8Array;
};

/** Printer and mailer of documents. No call throws for faults of the other side. */
export type Printer = {
  /** Sends a document to be printed. A repetition with the same reference prints nothing. */
  print(job: PrintJob): Promise<OutsideOutcome<null>>;
  /** Signs in and lists what is there. Absent: of a test. */
  readonly probe?: Probe | undefined;
};
