/** A browser that Playwright does not drive: as Debian ships it, by the protocols of the W3C. */
export type OtherBrowser = {
  readonly goto: (url: string) => Promise<void>;
  /** Evaluates an expression in the page; its value is JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
};
